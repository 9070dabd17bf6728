import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledFunnel, VisitEvent, VisitInput } from '../../engine/model.ts';
import { readAddress, withAddress } from '../../engine/run/address.ts';
import { toResult } from '../../engine/run/result.ts';
import { toScreen } from '../../engine/run/screen.ts';
import { refusalOf } from '../../engine/run/refusal.ts';
import type { FunnelSnapshot } from '../../engine/run/machine.ts';
import { encodeVisit } from '../../engine/replay/visit-log.ts';
import { blocksInOrder } from '../../engine/run/blocks.ts';
import { storyLink } from '../flow-pages/story-link.ts';
import type { StoryFunnel } from '../funnel-data.ts';
import { eventWords, type VisitFacts, visitFactsOf, timeWords, writeFacts } from './facts.ts';
import { beginPlayback, openPlayback, takeEvent, travelTo, withInput } from './playback.ts';
import styles from './Player.module.css';
import { ResultsView } from '../../web/pages/results/ResultsView.tsx';
import { ScreenView } from '../../web/quiz/ScreenView.tsx';
import { Icon } from '../../web/ui/Icon.tsx';

interface Props {
  readonly funnel: StoryFunnel;
  /** A visit out of a link; empty for a new one. */
  readonly visit: string;
  readonly storyId: string;
}

/** Plays a funnel with the real machine, and shows what the machine knows in each moment; time can be travelled. */
export function PlayerStory({ funnel: written, visit, storyId }: Props) {
  const locale = useTranslation().i18n.language;
  const [opened] = useState(() => openPlayback(written.funnel, visit));
  const [playback, setPlayback] = useState(opened.playback);
  const [personal, setPersonal] = useState<Texts>({});
  const { at, saved, events, times, snapshots, input, jumps } = playback;
  const { seed } = input;
  const data = useMemo(() => ({ ...written, funnel: blocksInOrder(written.funnel, seed) }), [written, seed]);
  const { funnel } = data;
  const travel = (moment: number) => setPlayback((now) => travelTo(now, moment));
  const take = (event: VisitEvent) => setPlayback((now) => takeEvent(funnel, now, event));
  const begin = (next: VisitInput) => setPlayback((now) => withInput(funnel, now, next));
  const facts = snapshots.map((snapshot) => visitFactsOf(funnel, snapshot));
  const { accent } = data.words[locale]!.look;
  const link = () => {
    const log = { funnel: funnel.id, version: funnel.version, input, events: events.slice(0, at) };
    const timing = times.length < at || at === 0 ? {} : { times: times.slice(0, at) };
    return storyLink(storyId, { visit: encodeVisit({ ...log, ...(saved && { saved }), ...timing }) });
  };
  return (
    <main className={styles.player}>
      <section className={styles.stage} aria-label="What the visitor sees" data-accent={accent}>
        <VisitSnapshot
          key={jumps}
          data={data}
          personal={personal}
          snapshot={snapshots[at]!}
          isPast={at < events.length}
          onEvent={take}
        />
      </section>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys for all controls in it */}
      <div className={styles.tools} lang="en" data-tools onKeyDown={(event) => travelByKey(event, at, travel)}>
        {opened.notice !== undefined && <output className={styles.notice}>{opened.notice}</output>}
        <TimeBar at={at} last={events.length} onTravel={travel} />
        <div className={styles.buttons}>
          <CopyLink link={link} />
          <button
            type="button"
            onClick={() => setPlayback((now) => ({ ...beginPlayback(funnel, now.input), jumps: now.jumps + 1 }))}
          >
            Start again
          </button>
        </div>
        <EventList
          start={saved ? 'Taken up' : 'Start'}
          events={events}
          times={times}
          steps={facts.map(({ step }) => step)}
          at={at}
          onTravel={travel}
        />
        <FactsView facts={facts[at]!} before={facts[at - 1]} />
        <InputForm {...{ funnel, input, personal }} onChange={begin} onPersonal={setPersonal} />
      </div>
    </main>
  );
}

/** The arrow keys go back and forth in time, but not where they move a cursor or choose an option. */
function travelByKey(event: KeyboardEvent, at: number, travel: (moment: number) => void): void {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  const direction = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  travel(at + direction);
}

interface EventListProps {
  /** What stands for the moment before the first event. */
  readonly start: string;
  readonly events: readonly VisitEvent[];
  /** Milliseconds since the start, of the first events or of none. */
  readonly times: readonly number[];
  /** The step before the first event, and after each one. */
  readonly steps: readonly string[];
  readonly at: number;
  readonly onTravel: (moment: number) => void;
}

/** All that the visitor did; a press on an event goes to the moment right after it. */
function EventList({ start, events, times, steps, at, onTravel }: EventListProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => showChild(list.current!, at), [at]);
  const words = [start, ...events.map((event, index) => `${steps[index]}: ${eventWords(event)}`)];
  return (
    <section aria-labelledby="events">
      <h2 id="events">Events</h2>
      <ol ref={list} className={styles.events} start={0}>
        {words.map((text, moment) => (
          <li key={moment}>
            <button
              type="button"
              className={styles.event}
              aria-current={moment === at ? 'step' : undefined}
              data-later={moment > at || undefined}
              onClick={() => onTravel(moment)}
            >
              {text}
              {times[moment - 1] !== undefined && <time className={styles.when}>{timeWords(times[moment - 1]!)}</time>}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Scrolls the list, and only the list, until the child can be seen. */
function showChild(list: HTMLElement, index: number): void {
  const child = list.children[index]!.getBoundingClientRect();
  const view = list.getBoundingClientRect();
  if (child.top < view.top) list.scrollTop -= view.top - child.top;
  else if (child.bottom > view.bottom) list.scrollTop += child.bottom - view.bottom;
}

interface FactsViewProps {
  readonly facts: VisitFacts;
  /** One event earlier; none at the start. */
  readonly before: VisitFacts | undefined;
}

/** The snapshot as JSON, with what the last event changed marked. */
function FactsView({ facts, before }: FactsViewProps) {
  return (
    <section aria-labelledby="snapshot">
      <h2 id="snapshot">Snapshot</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it */}
      <pre className={styles.facts} tabIndex={0}>
        {writeFacts(facts, before).map(({ text, isNew }, index) =>
          isNew ? <mark key={index}>{`${text}\n`}</mark> : <span key={index}>{`${text}\n`}</span>,
        )}
      </pre>
    </section>
  );
}

interface InputFormProps {
  readonly funnel: CompiledFunnel;
  readonly input: VisitInput;
  readonly onChange: (input: VisitInput) => void;
  /** Query parameters that are personal: only texts and fields have them, and no link to a visit. */
  readonly personal: Texts;
  readonly onPersonal: (personal: Texts) => void;
}

type Texts = Readonly<Record<string, string>>;

/** What is known of a visit before its first step: the variants, the query parameters, the limit of steps. */
function InputForm({ funnel, input, onChange, personal, onPersonal }: InputFormProps) {
  const { variants = {}, query = {}, stepsLimit } = input;
  return (
    <section aria-labelledby="input">
      <h2 id="input">Where the visit comes from</h2>
      <div className={styles.inputs}>
        {funnel.experiments.map(({ name, variants: offered }) => (
          <label key={name}>
            Variant of {name}
            <select
              value={variants[name] ?? offered[0]?.name}
              onChange={(event) => onChange({ ...input, variants: { ...variants, [name]: event.target.value } })}
            >
              {offered.map((variant) => (
                <option key={variant.name}>{variant.name}</option>
              ))}
            </select>
          </label>
        ))}
        {funnel.hiddenFields.map((name) => (
          <label key={name}>
            Query parameter {name}
            <input
              value={query[name] ?? ''}
              onChange={(event) => onChange({ ...input, query: withValue(query, name, event.target.value) })}
            />
          </label>
        ))}
        {Object.entries(funnel.address ?? {}).map(
          ([name, { maxLength, personal: isPersonal }]) =>
            isPersonal &&
            maxLength !== undefined && (
              <label key={name}>
                Query parameter {name}, personal
                <input
                  value={personal[name] ?? ''}
                  onChange={(event) => onPersonal(withValue(personal, name, event.target.value))}
                />
              </label>
            ),
        )}
        <label>
          stepsLimit
          <input
            type="number"
            min={1}
            max={funnel.steps.length}
            placeholder="none"
            value={stepsLimit ?? ''}
            onChange={(event) => onChange(withLimit(input, event.target.valueAsNumber))}
          />
        </label>
      </div>
    </section>
  );
}

function withValue(query: Texts, name: string, value: string): Record<string, string> {
  const { [name]: _, ...others } = query;
  return value === '' ? others : { ...others, [name]: value };
}

function withLimit(input: VisitInput, limit: number): VisitInput {
  const { stepsLimit: _stepsLimit, ...others } = input;
  return Number.isNaN(limit) ? others : { ...others, stepsLimit: limit };
}

interface MomentProps {
  readonly data: StoryFunnel;
  readonly personal: Texts;
  readonly snapshot: FunnelSnapshot;
  /** Something came after this moment: nothing happens by itself. */
  readonly isPast: boolean;
  readonly onEvent: (event: VisitEvent) => void;
}

/** The page of the site in one moment of a visit: its step, or its results. */
function VisitSnapshot({ data, personal, snapshot, isPast, onEvent }: MomentProps) {
  const locale = useTranslation().i18n.language;
  const { funnel } = data;
  const { query } = snapshot.context.journey.input;
  const words = useMemo(() => {
    const values = readAddress(funnel.address ?? {}, (name) => ({ ...query, ...personal })[name]);
    return withAddress({ funnel, words: data.words[locale]! }, values).words;
  }, [data, funnel, locale, query, personal]);
  const screen = useMemo(() => toScreen({ funnel, words }, snapshot), [funnel, words, snapshot]);
  if (screen) {
    return (
      <ScreenView
        screen={screen}
        locale={locale}
        scene={words.look.scene}
        onAnswer={(value) => {
          onEvent({ type: 'ANSWER', value });
          return refusalOf(funnel, snapshot.context.journey, value) === null;
        }}
        onNext={() => ('seconds' in screen && isPast) || onEvent({ type: 'NEXT' })}
        onBack={() => onEvent({ type: 'BACK' })}
      />
    );
  }
  const result = toResult({ funnel, words }, snapshot.output?.answers, snapshot.context.journey.input);
  return result && <ResultsView result={result} locale={locale} scene={words.look.scene} onContinue={stay} />;
}

/** The plan has stories of its own. */
function stay(): void {}

interface TimeBarProps {
  readonly at: number;
  readonly last: number;
  readonly onTravel: (moment: number) => void;
}

/** Back and forth in time. */
function TimeBar({ at, last, onTravel }: TimeBarProps) {
  return (
    <div className={styles.time}>
      <button type="button" aria-label="Back in time" aria-disabled={at === 0} onClick={() => onTravel(at - 1)}>
        <Icon name="back" size={20} />
      </button>
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={`${at} of ${last} events`}
        min={0}
        max={last}
        value={at}
        onChange={(event) => onTravel(Number(event.target.value))}
      />
      <button type="button" aria-label="Forth in time" aria-disabled={at === last} onClick={() => onTravel(at + 1)}>
        <Icon name="forward" size={20} />
      </button>
      <output className={styles.count}>
        {at} / {last}
      </output>
    </div>
  );
}

/** Copies a link to the moment on the screen; where the browser does not let it, shows the link to be copied by hand. */
function CopyLink({ link }: { readonly link: () => string }) {
  const [copied, setCopied] = useState<{ readonly link: string; readonly done: boolean }>();
  const copy = () => {
    const text = link();
    const timing = (done: boolean) => setCopied({ link: text, done });
    navigator.clipboard.writeText(text).then(
      () => timing(true),
      () => timing(false),
    );
  };
  return (
    <>
      <button type="button" onClick={copy}>
        Copy link
      </button>
      <output>{copied?.done && 'Copied'}</output>
      {copied?.done === false && <input aria-label="The link" readOnly value={copied.link} />}
    </>
  );
}
