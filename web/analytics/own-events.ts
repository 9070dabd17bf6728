import type { Answer } from '../../engine/model.ts';
import { redactAnswer } from '../../engine/run/answer.ts';
import { redactSaved } from '../../engine/run/page-log.ts';
import { saveVisit } from '../../engine/run/save-visit.ts';
import { subscribe } from './page-events.ts';
import type { Visit } from '../quiz/visit.ts';
import { readSite } from '../site.ts';
import { readEntry, readPromoData, removeEntry, unsentKeyPrefix, visitorSeed, writeEntry } from '../storage.ts';

/** Milliseconds for which events gather in a batch. */
const gathering = 5_000;

/** What all batches of the page have in common; one page sends at a time. */
let head: Omit<Batch, 'events'>;
/** Whether the visit is on the screen, and not finished. */
let isOn = false;
let events: (readonly unknown[])[] = [];

/** Records all that has happened in this visit and that will. In a tap's own task it only notes it down. */
export function openPage(visit: Visit): void {
  const { id: funnel, steps } = visit.data.funnel;
  head = { funnel, visit: visit.id!, page: visit.openedAt, n: 0 };
  note(head.page, 'open', startOf(visit));
  visit.onTaken = ({ at, step: index, event }) => {
    const step = steps[index]!;
    const { type, value } = event as { readonly type: string; readonly value?: Answer };
    note(
      at,
      type.toLowerCase(),
      step.id,
      ...(value === undefined ? [] : [redactAnswer(step, value, visit.input.today)]),
    );
    isOn = visit.actor.getSnapshot().status === 'active';
  };
  isOn = true;
  visit.taken.forEach(visit.onTaken);
}

/** The page has left the screen, or is back; `isOver`: the visit will not be. */
function setHidden(isHidden: boolean, isOver = false): void {
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
  return {
    ...input,
    variants: undefined, // they follow from the seed
    version: funnel.version,
    locale: words.locale,
    seed: visitorSeed(),
    source: promo?.utm_source,
    saved: resumed ? redactSaved(funnel, saveVisit(funnel, opened), input.today) : undefined,
  };
}

/** Tells the server what happens in quizzes (docs/reference/events.md). The page's own work never waits for it. */
export function startSendingEvents(): void {
  subscribe((event) => {
    if (event.type === 'visit') {
      openPage(event.visit);
      if (document.hidden) setHidden(true);
    }
    if (event.type === 'left') setHidden(true, true);
  });
  addEventListener('visibilitychange', () => setHidden(document.hidden));
  sendLeftOver();
}

/** What is sent at once (`sendEvents`); once it has its number it never changes. */
export interface Batch {
  readonly funnel: string;
  readonly visit: string;
  readonly page: number;
  readonly n: number;
  readonly events: readonly (readonly unknown[])[];
}

type Numbered = Pick<Batch, 'page' | 'n'>;

/** Sends a batch, or a lead. It is kept, also for the next page, until the server has it. */
export async function send(batch: Batch | Numbered): Promise<void> {
  const key = `${unsentKeyPrefix}${batch.page}:${batch.n}`;
  writeEntry(key, batch);
  if (!(await post(key))) void resend(key);
}

/** Sends what earlier pages have left over, if anything. Throws where storage is off: then there is nothing. */
function sendLeftOver(): void {
  if (Object.keys(localStorage).join().includes(unsentKeyPrefix)) void resend();
}

/** Where even the code for it does not come, the next line brings it, or the next page. */
function resend(key?: string): Promise<void> {
  const later = () => addEventListener('online', () => resend(key), { once: true });
  return import('./resend.ts').then((sender) => sender.resend(post, unsentKeyPrefix, key), later);
}

/** Seconds that a batch may be asked to wait: beyond them it is the limit of a day that is used up. */
const maxWaitSeconds = 60;

/**
 * Sends the batch that is kept under this key. Resolves to whether that is done with: the server has it, or won't take
 * it for hours or for ever. A site at a hostname that it does not know reports to its own server.
 */
async function post(key: string): Promise<boolean> {
  const batch = readEntry(key) as object | null;
  if (!batch) return true; // it was sent meanwhile
  const call = 'consent' in batch ? 'leads' : 'events';
  const url = `${readSite().hosts[location.hostname] ?? ''}/api/v1/${call}/`;
  // As plain text it needs no question to another host first. It outlives the page.
  const sent = fetch(url, { method: 'POST', body: JSON.stringify(batch), keepalive: true });
  const answer = await sent.catch(() => null);
  const isOver =
    /204|4(?!29)../.test(`${answer?.status}`) || Number(answer?.headers.get('Retry-After')) > maxWaitSeconds;
  if (isOver) removeEntry(key);
  return isOver;
}
