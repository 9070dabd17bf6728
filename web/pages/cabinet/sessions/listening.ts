import type { ContentItem, ContentList, ListeningProgress } from '../content.ts';

/** What has been listened to of the whole catalogue, whatever the filters (specification, section 2). */
export type Totals = Pick<ContentList, 'total' | 'completed' | 'available' | 'progress'>;

/** The sessions with what is known of one of them now; the others stay the same objects. */
export function withProgress(items: readonly ContentItem[], progress: ListeningProgress): readonly ContentItem[] {
  return items.map((item) => (item.id === progress.id ? { ...item, ...progress } : item));
}

/** The totals with one session more that is finished. */
export function withOneMoreFinished({ total, completed, ...rest }: Totals): Totals {
  if (completed >= total) return { total, completed, ...rest };
  const finished = completed + 1;
  return {
    total,
    completed: finished,
    available: total - finished,
    progress: Math.floor((100 * finished) / total),
  };
}

/** The two lists one after the other, each session once. */
export function appended(items: readonly ContentItem[], next: readonly ContentItem[]): readonly ContentItem[] {
  const known = new Set(items.map(({ id }) => id));
  return [...items, ...next.filter(({ id }) => !known.has(id))];
}
