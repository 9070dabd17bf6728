import { createStore, useStore } from 'zustand';
import { hasReports } from './stored-reports.ts';
import { makePagePlayer } from './page-player.ts';
import { idle, type Player, type PlayerView } from './player-view.ts';

export type { Ending, Player, PlayerStatus, PlayerView, SleepChoice, SleepTimer } from './player-view.ts';

const view = createStore<PlayerView>(() => idle);
let made: Player | undefined;

/** Made when something is played. It lives as long as the document: pages come and go, the sound goes on. */
function own(): Player {
  made ??= makePagePlayer(view);
  return made;
}

/** The player of this tab. */
export const player: Player = {
  play: (item) => own().play(item),
  toggle: () => own().toggle(),
  pause: () => made?.pause(),
  seekTo: (seconds) => own().seekTo(seconds),
  seekBy: (seconds) => own().seekBy(seconds),
  setSpeed: (speed) => own().setSpeed(speed),
  setSleep: (choice) => own().setSleep(choice),
  setEnding: (ending) => own().setEnding(ending),
  skip: () => made?.skip(),
  stay: () => made?.stay(),
  close: () => made?.close(),
  view: view.getState,
  onChange: view.subscribe,
};

/** Sends what earlier pages of this browser could not report to the server. */
export function sendUnsent(): void {
  if (hasReports()) own();
}

/** What there is to see of the player; renders about once a second while it plays. */
export function usePlayer(): PlayerView {
  return useStore(view);
}

/** A part of it, such as `(view) => view.item?.id`; renders where that changes. It has to be a plain value. */
export function usePlayerPart<Part extends string | number | boolean | null | undefined>(
  select: (view: PlayerView) => Part,
): Part {
  return useStore(view, select);
}
