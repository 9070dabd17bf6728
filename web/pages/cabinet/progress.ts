import type { ContentItem, ContentList, Dashboard, ListeningProgress } from './content.ts';

/** What has been listened to of the whole catalogue, whatever the filters (specification, section 2). */
export type CatalogueTotals = Pick<ContentList, 'total' | 'completed' | 'available' | 'progress'>;

/** The sessions with what is known of one of them now; the others stay the same objects. */
export function itemsWithProgress(items: readonly ContentItem[], progress: ListeningProgress): readonly ContentItem[] {
  return items.map((item) => (item.id === progress.id ? { ...item, ...progress } : item));
}

/** The totals with one session more that is finished. */
export function withOneMoreFinished({ total, completed, ...rest }: CatalogueTotals): CatalogueTotals {
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

/** The dashboard with what is known of one session by now, wherever it stands. */
export function dashboardWithProgress(dashboard: Dashboard, progress: ListeningProgress): Dashboard {
  const change = (item: ContentItem) => (item.id === progress.id ? { ...item, ...progress } : item);
  const { plan, next, recommended } = dashboard;
  return {
    ...dashboard,
    plan: plan && { ...plan, sessions: plan.sessions.map(change) },
    next: next && change(next),
    recommended: recommended.map(change),
  };
}

/** Whether only the server knows what the dashboard shows after this: another session to go on with, or one finished. */
export function changesDashboard({ next }: Dashboard, { id, status }: ListeningProgress): boolean {
  return (next?.id === id) !== (status === 'in_progress');
}
