import type { ContentItem, Dashboard, ListeningProgress } from '../content.ts';

/** The dashboard with what is known of one session by now, wherever it stands. */
export function withProgress(dashboard: Dashboard, progress: ListeningProgress): Dashboard {
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
