import { useCallback, useEffect, useRef, useState } from 'react';
import type { Locale } from '../../../../engine/model.ts';
import { ApiProblem } from '../../../session/api-client.ts';
import { serverNow } from '../../../session/server-time.ts';
import { content, type Dashboard } from '../content.ts';
import { localDay } from '../times.ts';
import { player } from '../player/player.ts';
import { useWhenSeen } from '../use-when-seen.ts';
import { useNewDay } from './use-new-day.ts';
import { changesDashboard, withProgress } from './with-progress.ts';

/** The dashboard, as far as it is known here. */
export type DashboardState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** `now` is when it was asked for. */
  | { readonly kind: 'loaded'; readonly dashboard: Dashboard; readonly now: Date };

/**
 * Loads the dashboard in this language, and again when the page is looked at again, the network is back, a new day has
 * begun, something else was listened to or the sound was paused. What is known stays where that fails, unless access has
 * ended. `look` never rejects.
 */
export function useDashboard(locale: Locale): { readonly state: DashboardState; readonly look: () => Promise<void> } {
  const [state, setState] = useState<DashboardState>({ kind: 'loading' });
  const latest = useRef(0);
  const look = useCallback(async () => {
    const request = ++latest.current;
    const seen = await load();
    if (request !== latest.current) return; // a later answer counts
    setState((known) => (seen.kind === 'failed' && known.kind === 'loaded' && !isRefused(seen.error) ? known : seen));
  }, []);
  useEffect(() => {
    void look();
  }, [look, locale]);
  useWhenSeen(look);
  useNewDay(look);
  useEffect(() => {
    if (state.kind !== 'loaded') return undefined;
    return content.onProgress((progress) => {
      setState({ ...state, dashboard: withProgress(state.dashboard, progress) });
      const isPause = !player.view().wanted; // what was heard until then has been counted
      if (isPause || changesDashboard(state.dashboard, progress)) void look();
    });
  }, [state, look]);
  return { state, look };
}

const isRefused = (error: unknown) => error instanceof ApiProblem && error.code === 'no_access';

async function load(): Promise<DashboardState> {
  const now = serverNow();
  try {
    return { kind: 'loaded', dashboard: await content.dashboard(localDay(now)), now };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
