import { useState, type KeyboardEvent } from 'react';
import type { VisitEvent, VisitInput } from '../../engine/model.ts';
import { encodeVisit } from '../../engine/run/visit-log.ts';
import { storyLink } from '../flow-pages/story-link.ts';
import type { StoryFunnel } from '../funnel-data.ts';
import { CopyLink } from './CopyLink.tsx';
import { EventList } from './EventList.tsx';
import { factsOf } from './facts.ts';
import { FactsView } from './FactsView.tsx';
import { InputForm } from './InputForm.tsx';
import { Moment } from './Moment.tsx';
import { beginPlayback, openPlayback, takeEvent, travelTo, withInput } from './playback.ts';
import styles from './Player.module.css';
import { TimeBar } from './TimeBar.tsx';

interface Props {
  readonly funnel: StoryFunnel;
  /** A visit out of a link; empty for a new one. */
  readonly visit: string;
  readonly storyId: string;
}

/** Plays a funnel with the real machine, and shows what the machine knows in each moment; time can be travelled. */
export function PlayerStory({ funnel: data, visit, storyId }: Props) {
  const { funnel } = data;
  const [opened] = useState(() => openPlayback(funnel, visit));
  const [playback, setPlayback] = useState(opened.playback);
  const { at, saved, events, times, snapshots, input, jumps } = playback;
  const travel = (moment: number) => setPlayback((now) => travelTo(now, moment));
  const take = (event: VisitEvent) => setPlayback((now) => takeEvent(funnel, now, event));
  const begin = (next: VisitInput) => setPlayback((now) => withInput(funnel, now, next));
  const facts = snapshots.map((snapshot) => factsOf(funnel, snapshot));
  const link = () => {
    const log = { funnel: funnel.id, version: funnel.version, input, events: events.slice(0, at) };
    const told = times.length < at || at === 0 ? {} : { times: times.slice(0, at) };
    return storyLink(storyId, { visit: encodeVisit({ ...log, ...(saved && { saved }), ...told }) });
  };
  return (
    <main className={styles.player}>
      <section className={styles.stage} aria-label="What the visitor sees">
        <Moment key={jumps} data={data} snapshot={snapshots[at]!} isPast={at < events.length} onEvent={take} />
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
        <InputForm funnel={funnel} input={input} onChange={begin} />
      </div>
    </main>
  );
}

/** The arrow keys go back and forth in time, but not where they move a cursor or choose an option. */
function travelByKey(event: KeyboardEvent, at: number, travel: (moment: number) => void): void {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (way === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  travel(at + way);
}
