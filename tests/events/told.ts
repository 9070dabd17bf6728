import type { EventBatch } from '../../api/events/batches.ts';
import type { PageEvent, PageStart } from '../../engine/run/page-log.ts';

/** The id of a visit of noon on 21 November 2026. */
export const visit = '01a1fdfa-4600-7000-8000-000000000001';

export const start: PageStart = { version: '0123456789abcdef', locale: 'en', seed: '1-2-3-4' };

/** What the first seconds of a page tell. */
export const firstEvents: readonly PageEvent[] = [
  [0, 'open', start],
  [1200, 'next', 'welcome'],
  [2500.5, 'answer', 'trouble', 'falling_asleep'],
];

/** The first batch of a page, except for what is given. */
export function batchOf(change: Partial<EventBatch> = {}): EventBatch {
  return { funnel: 'sleep-issues', visit, page: 1_795_262_400_000, n: 0, events: firstEvents, ...change };
}

/** The id of a visit that began then, different for each number. */
export function visitAt(time: string, number = 0): string {
  const digits = Date.parse(time).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-${String(number).padStart(12, '0')}`;
}
