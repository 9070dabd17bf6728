import type { Answer, CompiledStep } from '../../engine/model.ts';
import { standIns } from '../../engine/run/page-log.ts';
import { saveVisit } from '../../engine/run/save-visit.ts';
import type { Visit } from '../funnel/open-visit.ts';
import { readPromoData, visitorSeed } from '../storage.ts';
import { send, type Batch } from './send.ts';

/** Milliseconds for which events gather in a batch. */
const gathering = 5_000;

/** What all batches of the page have in common; one page is told of at a time. */
let head: Omit<Batch, 'events'>;
/** Whether the visit is on the screen, and not finished. */
let isOn = false;
let events: (readonly unknown[])[] = [];

interface TakenEvent {
  readonly type: string;
  readonly value?: Answer;
}

/** Hears of all that happens in this visit from now on. In a tap's own task it only notes it down. */
export function openPage(visit: Visit): void {
  const { id: funnel, steps } = visit.data.funnel;
  const { actor } = visit;
  let { journey } = actor.getSnapshot().context;
  head = { funnel, visit: visit.id!, page: Date.now(), n: 0 };
  const start = startOf(visit);
  note('open', start);
  isOn = journey.at < steps.length;
  if (!isOn) note('next', start.saved?.at); // it was finished before this script came
  actor.system.inspect((inspected) => {
    const step = steps[journey.at]!;
    const latest = actor.getSnapshot().context.journey;
    // Of all that there is to inspect of an event, only the last finds the snapshot changed.
    if (journey === latest) return;
    journey = latest;
    const { type, value } = (inspected as unknown as { readonly event: TakenEvent }).event;
    note(type.toLowerCase(), step.id, ...(value === undefined ? [] : [cover(step, value)]));
    isOn = journey.at < steps.length;
  });
}

/** The page has left the screen, or is back; `isOver`: the visit will not be. */
export function look(isHidden: boolean, isOver = false): void {
  if (isOn) note(isHidden ? 'hide' : 'show');
  isOn &&= !isOver;
  if (isHidden) cut();
}

function note(...event: readonly unknown[]): void {
  // The clock may be set back meanwhile.
  if (events.push([Math.max(0, Date.now() - head.page), ...event]) === 1) setTimeout(cut, gathering);
}

function cut(): void {
  if (!events[0]) return;
  void send({ ...head, events });
  events = [];
  head = { ...head, n: head.n + 1 };
}

/** On what the page begins (`PageStart`), and where the visit is if it is not at its first moment. */
function startOf({ data: { funnel, words }, actor, input, resumed }: Visit) {
  const promo = readPromoData() as { readonly utm_source?: string } | null;
  const snapshot = actor.getSnapshot();
  const { trail, wentBack } = snapshot.context.journey;
  const saved = saveVisit(funnel, snapshot);
  const answers: Record<string, Answer> = { ...saved.answers };
  for (const step of funnel.steps) {
    if ('field' in step) answers[step.field] = cover(step, answers[step.field]!);
  }
  return {
    ...input,
    variants: undefined, // they follow from the seed
    version: funnel.version,
    locale: words.locale,
    seed: visitorSeed(),
    source: promo?.utm_source,
    saved: resumed || trail.shown || wentBack ? { ...saved, answers } : undefined,
  };
}

/** The answer, or what stands in for a text or an address. */
function cover({ type }: CompiledStep, answer: Answer): Answer {
  return (answer && standIns[type as 'text']) || answer;
}
