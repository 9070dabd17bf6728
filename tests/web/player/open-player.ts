import { vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { createStore } from 'zustand/vanilla';
import type { ContentItem } from '../../../web/pages/cabinet/content.ts';
import type { Sound, SoundEvent } from '../../../web/pages/cabinet/player/audio-element.ts';
import { createPlayer } from '../../../web/pages/cabinet/player/create-player.ts';
import { idle } from '../../../web/pages/cabinet/player/player-view.ts';
import type { PlayerEffects } from '../../../web/pages/cabinet/player/listening.ts';

export const session = (item: Partial<ContentItem> = {}): ContentItem => ({
  id: 'slow-tide',
  title: 'Slow tide',
  summary: 'Let the day go out with the tide.',
  opening: [],
  category: 'sleep',
  voice: 'ana',
  speaker: null,
  durationSeconds: 1_200,
  status: 'not_started',
  positionSeconds: 0,
  startedAt: null,
  finishedAt: null,
  audioUrl: '/api/v1/content/slow-tide/audio/old/',
  imageUrl: '/assets/pictures/slow-tide.svg',
  recommended: false,
  favourite: false,
  week: null,
  ...item,
});

export const fresh = (item: Partial<ContentItem> = {}): ContentItem =>
  session({ audioUrl: '/api/v1/content/slow-tide/audio/fresh/', ...item });

/** A player without a browser: what it does is watched, its clock moves when the test says so. */
export function openPlayer() {
  const clock = new SimulatedClock();
  const start = Date.UTC(2026, 10, 21, 22);
  let asleep = 0;
  const now = () => start + clock.now() + asleep;
  let report: (event: SoundEvent) => void = noSound;
  const sound = {
    unlock: vi.fn<Sound['unlock']>(),
    load: vi.fn<Sound['load']>(),
    play: vi.fn<Sound['play']>(),
    pause: vi.fn<Sound['pause']>(),
    seek: vi.fn<Sound['seek']>(),
    setSpeed: vi.fn<Sound['setSpeed']>(),
    setVolume: vi.fn<Sound['setVolume']>(),
    unload: vi.fn<Sound['unload']>(),
  };
  const plays = ['first', 'second', 'third'];
  const effects = {
    open: vi.fn<PlayerEffects['open']>(async () => ({ item: fresh(), position: 0 })),
    check: vi.fn<PlayerEffects['check']>(async () => undefined),
    findNext: vi.fn<PlayerEffects['findNext']>(async () => null),
    knownPosition: vi.fn<PlayerEffects['knownPosition']>((item) => item.positionSeconds),
    report: vi.fn<PlayerEffects['report']>(),
    claim: vi.fn(),
    isOnline: vi.fn(() => true),
    isHidden: vi.fn(() => false),
    saveSpeed: vi.fn(),
  };
  const player = createPlayer({
    view: createStore(() => idle),
    ...effects,
    createSound: (listener) => {
      report = listener;
      return sound;
    },
    newPlay: () => plays.shift() ?? 'last',
    today: () => new Date(now()).toISOString().slice(0, 10),
    now,
    speed: 1,
    clock,
  });
  const open = {
    player,
    sound,
    effects,
    /** What the sound does. */
    hears: (...events: SoundEvent[]) => {
      for (const event of events) report(event);
    },
    pass: async (milliseconds: number) => {
      clock.increment(milliseconds);
      await answered();
    },
    /** The clock on the wall goes on, and nothing else does. */
    sleeps: (milliseconds: number) => {
      asleep += milliseconds;
    },
    /** A session from its tap to its first sound. */
    begin: async (item: ContentItem = session()) => {
      player.play(item);
      await answered();
      report({ type: 'PLAYING' });
    },
    /** Sound goes on for so many seconds, second by second. */
    listen: (seconds: number, from = player.view().positionSeconds) => {
      report({ type: 'TIME', position: from });
      for (let second = 1; second <= seconds; second++) {
        clock.increment(1_000);
        report({ type: 'TIME', position: from + second * player.view().speed });
      }
    },
    told: () =>
      effects.report.mock.calls.map(([kind, { position, listening }]) => ({
        kind,
        position: Math.floor(position),
        play: listening.play,
        heard: Math.round(listening.heardSeconds),
      })),
    /** What each day has of it in the end: the last that was told of each time of listening. */
    days: () =>
      [...new Map(effects.report.mock.calls.map(([, { listening }]) => [listening.play, listening])).values()].map(
        ({ day, heardSeconds }) => [day, Math.round(heardSeconds)],
      ),
  };
  return open;
}

/** Resolves when all promises that can have settled have. */
export const answered = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function noSound(): void {}
