import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Locale } from '../../../engine/model.ts';
import { content, type Dashboard, type ListeningProgress } from './content.ts';
import { dashboardWithProgress } from './progress.ts';
import { localDay } from './times.ts';
import { serverNow } from '../../session/server-time.ts';

export interface DatedDashboard {
  readonly dashboard: Dashboard;
  /** When it was asked for. */
  readonly now: Date;
}

/** What was listened to and what comes next, in this language. */
export function dashboardQuery(locale: Locale) {
  return queryOptions({
    queryKey: ['dashboard', locale],
    queryFn: async (): Promise<DatedDashboard> => {
      const now = serverNow();
      return { dashboard: await content.dashboard(localDay(now)), now };
    },
    placeholderData: keepPreviousData,
  });
}

/** Takes over how far the listener is in one session. */
export function takeDashboardProgress(client: QueryClient, progress: ListeningProgress): void {
  client.setQueriesData<DatedDashboard>(
    { queryKey: ['dashboard'] },
    (known) => known && { ...known, dashboard: dashboardWithProgress(known.dashboard, progress) },
  );
}
