import { readSite } from '../site.ts';
import { readEntry, removeEntry, toldKeyPrefix, writeEntry } from '../storage.ts';

/** What is sent at once (`sendEvents`); once it has its number it never changes. */
export interface Batch {
  readonly funnel: string;
  readonly visit: string;
  readonly page: number;
  readonly n: number;
  readonly events: readonly (readonly unknown[])[];
}

/** Sends a batch. It is kept, also for the next page, until the server has it. */
export async function send(batch: Batch): Promise<void> {
  const key = `${toldKeyPrefix}${batch.page}:${batch.n}`;
  writeEntry(key, batch);
  if (!(await post(key))) void resend(key);
}

/** Sends what earlier pages have left over, if anything. Throws where storage is off: then there is nothing. */
export function sendLeftOver(): void {
  if (Object.keys(localStorage).join().includes(toldKeyPrefix)) void resend();
}

/** Where even the code for it does not come, the next line brings it, or the next page. */
function resend(key?: string): Promise<void> {
  const later = () => addEventListener('online', () => resend(key), { once: true });
  return import('./resend.ts').then((sender) => sender.resend(post, toldKeyPrefix, key), later);
}

/** Seconds that a batch may be asked to wait: beyond them it is the limit of a day that is used up. */
const longestWait = 60;

/**
 * Sends the batch that is kept under this key. Resolves to whether that is done with: the server has it, or won't take
 * it for hours or for ever. A site at a hostname that it does not know tells its own server.
 */
async function post(key: string): Promise<boolean> {
  const batch = readEntry(key);
  if (!batch) return true; // it was sent meanwhile
  const url = `${readSite().hosts[location.hostname] ?? ''}/api/v1/events/`;
  // As plain text it needs no question to another host first. It outlives the page.
  const sent = fetch(url, { method: 'POST', body: JSON.stringify(batch), keepalive: true });
  const answer = await sent.catch(() => null);
  const isOver = /204|4(?!29)../.test(`${answer?.status}`) || Number(answer?.headers.get('Retry-After')) > longestWait;
  if (isOver) removeEntry(key);
  return isOver;
}
