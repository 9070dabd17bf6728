import { useEffect } from 'react';
import { ApiProblem } from '../../../session/api-client.ts';
import { serverNow } from '../../../session/server-time.ts';
import { useTranslation } from 'react-i18next';
import { content, type Dashboard } from '../content.ts';
import { type PageQuery, usePageQuery, useProgress } from '../page-query.ts';
import { player } from '../player/player.ts';
import { changesDashboard, dashboardWithProgress } from '../progress.ts';
import { localDay } from '../times.ts';

interface DatedDashboard {
  readonly dashboard: Dashboard;
  /** When it was asked for. */
  readonly now: Date;
}

/**
 * Loads the dashboard in the language on the screen, and again when the page is looked at again, the network is back, a
 * new day has begun, something else was listened to or the sound was paused. What is known stays where that fails, unless
 * access has ended.
 */
export function useDashboard(): Pick<PageQuery<DatedDashboard>, 'value' | 'error' | 'look'> {
  const locale = useTranslation().i18n.language;
  const { value, error, look, update } = usePageQuery({ key: ['dashboard', locale], load: loadDashboard });
  useNewDay(look);
  useProgress((progress) => {
    update(({ value: known, ...rest }) => ({
      value: known && { ...known, dashboard: dashboardWithProgress(known.dashboard, progress) },
      ...rest,
    }));
    const isPause = !player.view().wanted; // what was heard until then has been counted
    if (value && (isPause || changesDashboard(value.dashboard, progress))) void look();
  });
  const hasAccessEnded = error instanceof ApiProblem && error.code === 'no_access';
  return { value: hasAccessEnded ? undefined : value, error, look };
}

async function loadDashboard(): Promise<DatedDashboard> {
  const now = serverNow();
  return { dashboard: await content.dashboard(localDay(now)), now };
}

/** Asked of the clock, as a timer until midnight would stand still while the computer sleeps. */
const checkMilliseconds = 30_000;

/** Does it whenever another day has begun on the visitor's calendar. */
function useNewDay(act: () => Promise<void>): void {
  useEffect(() => {
    let day = localDay(serverNow());
    const timer = setInterval(() => {
      const today = localDay(serverNow());
      if (today === day) return;
      day = today;
      void act();
    }, checkMilliseconds);
    return () => clearInterval(timer);
  }, [act]);
}
