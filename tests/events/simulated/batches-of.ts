import type { SimulatedLog } from './simulate-logs.ts';
import type { PageEvent, PageLog } from '../../../engine/run/page-log.ts';
import type { EventBatch } from '../../../api/events/batches.ts';

/** Browsers send what has waited for so long. */
const waitMilliseconds = 5_000;

/** The batches in which a browser sends what it tells of a visit: every five seconds, and when the page is left. */
export function batchesOf(funnel: string, { visit, pages }: Pick<SimulatedLog, 'visit' | 'pages'>): EventBatch[] {
  return pages.flatMap(({ page, events }) => cut(events).map((part, n) => ({ funnel, visit, page, n, events: part })));
}

function cut(events: PageLog['events']): PageEvent[][] {
  const parts: PageEvent[][] = [];
  let open: PageEvent[] | undefined;
  for (const event of events) {
    if (open && event[0] - open[0]![0] >= waitMilliseconds) open = undefined;
    if (open) open.push(event);
    else parts.push((open = [event]));
    if (event[1] === 'hide') open = undefined;
  }
  return parts;
}
