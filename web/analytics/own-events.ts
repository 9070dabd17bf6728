import type { Answer, CompiledStep } from '../../engine/model.ts';
import { standIns } from '../../engine/run/page-log.ts';
import { saveVisit } from '../../engine/run/save-visit.ts';
import type { Visit } from '../quiz/visit.ts';
import { readPromoData, visitorSeed } from '../storage.ts';
import { send, type Batch } from './send.ts';

/** Milliseconds for which events gather in a batch. */
const gathering = 5_000;

/** What all batches of the page have in common; one page is told of at a time. */
let head: Omit<Batch, 'events'>;
/** Whether the visit is on the screen, and not finished. */
let isOn = false;
let events: (readonly unknown[])[] = [];

/** Hears of all that has happened in this visit and of what will. In a tap's own task it only notes it down. */
export function openPage(visit: Visit): void {
  const { id: funnel, steps } = visit.data.funnel;
  head = { funnel, visit: visit.id!, page: visit.openedAt, n: 0 };
  note(head.page, 'open', startOf(visit));
  visit.hear = ({ at, step: index, event }) => {
    const step = steps[index]!;
    const { type, value } = event as { readonly type: string; readonly value?: Answer };
    note(at, type.toLowerCase(), step.id, ...(value === undefined ? [] : [cover(step, value)]));
    isOn = visit.actor.getSnapshot().status === 'active';
  };
  isOn = true;
  visit.taken.forEach(visit.hear);
}

/** The page has left the screen, or is back; `isOver`: the visit will not be. */
export function look(isHidden: boolean, isOver = false): void {
  if (isOn) note(Date.now(), isHidden ? 'hide' : 'show');
  isOn &&= !isOver;
  if (isHidden) cut();
}

function note(at: number, ...event: readonly unknown[]): void {
  // The clock may be set back meanwhile.
  if (events.push([Math.max(0, at - head.page), ...event]) === 1) setTimeout(cut, gathering);
}

function cut(): void {
  if (!events[0]) return;
  void send({ ...head, events });
  events = [];
  head = { ...head, n: head.n + 1 };
}

/** On what the page began (`PageStart`). */
function startOf({ data: { funnel, words }, opened, input, resumed }: Visit) {
  const promo = readPromoData() as { readonly utm_source?: string } | null;
  const saved = saveVisit(funnel, opened);
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
    saved: resumed ? { ...saved, answers } : undefined,
  };
}

/** The answer, or what stands in for a text or an address. */
function cover({ type }: CompiledStep, answer: Answer): Answer {
  return (answer && standIns[type as 'text']) || answer;
}
