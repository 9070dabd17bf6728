import { useSyncExternalStore } from 'react';
import { onTestFinished, vi } from 'vitest';
import type * as realContent from '../../../web/pages/cabinet/content.ts';
import { idle, type Player, type PlayerView } from '../../../web/pages/cabinet/player/player-view.ts';

/**
 * Stands for parts of `web/pages/cabinet/content.ts` and of its player: the server answers what a test sets, and nothing
 * sounds.
 *
 *     vi.mock('<file>', async (real) => ({ ...(await real<object>()), ...(await import('./fake-listening.ts')) }));
 */

export const rain: realContent.ContentItem = {
  id: 'rain',
  title: 'Rain on the roof',
  summary: 'Steady rain, a warm bed, nowhere to be.',
  opening: [],
  category: 'sleep',
  voice: 'rain',
  speaker: null,
  durationSeconds: 1200,
  status: 'not_started',
  positionSeconds: 0,
  startedAt: null,
  finishedAt: null,
  audioUrl: '/audio/',
  imageUrl: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
  recommended: true,
  favourite: false,
  week: null,
};
export const waves: realContent.ContentItem = { ...rain, id: 'waves', title: 'Sinking slowly' };

const week = ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'];

/** Of somebody who has just come. */
export const nothingHeard: realContent.Dashboard = {
  streakDays: 0,
  heardSeconds: 0,
  finished: 0,
  days: week.map((day) => ({ day, heardSeconds: 0 })),
  plan: null,
  next: null,
  recommended: [rain, waves],
};

const listeners = new Set<(progress: realContent.ListeningProgress) => void>();

export const content = {
  dashboard: vi.fn(async (_day: string) => nothingHeard),
  onProgress(listener: (progress: realContent.ListeningProgress) => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} satisfies Partial<typeof realContent.content>;

/** The server answers with this until the test ends. */
export function setDashboard(fields: Partial<realContent.Dashboard>): void {
  content.dashboard.mockImplementation(async () => ({ ...nothingHeard, ...fields }));
  onTestFinished(() => {
    content.dashboard.mockReset().mockImplementation(async () => nothingHeard);
    change(idle);
  });
}

/** The server has confirmed how far the listener is. */
export function confirm(progress: Partial<realContent.ListeningProgress>): void {
  const { id, status, positionSeconds, startedAt, finishedAt } = { ...rain, ...progress };
  for (const listener of listeners) listener({ id, status, positionSeconds, startedAt, finishedAt });
}

let view = idle;
const watchers = new Set<() => void>();

function change(fields: Partial<PlayerView>): void {
  view = { ...view, ...fields };
  for (const watcher of watchers) watcher();
}

export const player = {
  play: (item) => change({ item, status: 'playing', wanted: true, positionSeconds: item.positionSeconds }),
  toggle: () => change({ wanted: !view.wanted }),
  pause: () => change({ wanted: false }),
  close: () => change(idle),
  view: () => view,
} satisfies Partial<Player>;

/** In the bar: the full player would lie over what is tested. */
export const startSession = player.play;

export function usePlayerPart<Part>(select: (view: PlayerView) => Part): Part {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => select(view),
  );
}

export const usePlayer = (): PlayerView => usePlayerPart((now) => now);
