import type { StoreApi } from 'zustand/vanilla';
import { cabinetKeys } from '../cabinet-keys.ts';
import { addressOf, content, sessionAfter } from '../content.ts';
import { localDay } from '../times.ts';
import { createSound, type Sound, type SoundEvent } from './audio-element.ts';
import { createPlayer, type RunningPlayer } from './create-player.ts';
import { syncMediaSession, toPng } from './media-session.ts';
import { createOutbox, createReporter, reportCalls, type Outbox } from './reporter.ts';
import type { PlayerEvent } from './listening.ts';
import { type Player, type PlayerView, speeds } from './player-view.ts';
import { onPageLocale } from '../../../session/page-locale.ts';
import { session } from '../../../session/page-session.ts';
import { serverNow } from '../../../session/server-time.ts';

const userId = (): string | null => session().user()?.id ?? null;

/** The player of this page, which shows itself in `view`, with everything around it that a browser has. It is never taken down. */
export function makePagePlayer(view: StoreApi<PlayerView>): Player {
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('player') : null;
  /** Whose listening it is: a report after they have logged out is still theirs. */
  let listener: string | null = null;
  const outbox = createOutboxes((id) => {
    if (player.view().item?.id === id) player.send({ type: 'REFUSED' });
  });
  const reporter = createReporter({
    outbox: () => outbox(listener ?? userId()),
    now: Date.now,
    later: (work, milliseconds) => void setTimeout(work, milliseconds),
  });
  content.onProgress(({ id, positionSeconds }) => reporter.notePosition(id, positionSeconds));

  const player: RunningPlayer = createPlayer({
    view,
    createSound: createPageSound,
    saveSpeed,
    speed: readSpeed(),
    open: async (id) => {
      await reporter.send();
      const item = await content.one(id);
      reporter.notePosition(id, item.positionSeconds);
      return { item, position: reporter.positionIn(item) };
    },
    check: (audioUrl) => content.checkSound(audioUrl),
    findNext: async (id) => {
      await reporter.send();
      const offer = sessionAfter(await content.dashboard(localDay(serverNow())), id);
      return offer?.week ? offer.item : null;
    },
    knownPosition: reporter.positionIn,
    report: reporter.report,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have no target, windows do
    claim: () => channel?.postMessage('playing'),
    newPlay: randomUuid,
    today: () => localDay(serverNow()),
    now: Date.now,
    isOnline: () => navigator.onLine,
    isHidden: () => document.visibilityState === 'hidden',
  });

  const rename = async (): Promise<void> => {
    const { item } = player.view();
    const renamed = item && (await content.one(item.id).catch(() => null)); // else it keeps its name
    if (renamed) player.send({ type: 'WORDS', item: renamed });
  };
  followPage({ send: player.send, onBack: () => void reporter.send(), onLanguage: () => void rename() }, channel);
  syncMediaSession(player, {
    media: 'mediaSession' in navigator ? navigator.mediaSession : undefined,
    makeMetadata: (init) => new MediaMetadata(init),
    artwork: toPng,
  });
  session().onChange(() => {
    if (listener !== null && listener !== userId()) player.close();
  });
  player.onChange(() => {
    if (player.view().item === null) listener = null;
  });
  void reporter.send();
  return {
    ...player,
    play: (item) => {
      listener = userId();
      player.play(item);
    },
  };
}

function createPageSound(report: (event: SoundEvent) => void): Sound {
  const sound = createSound(new Audio(), report);
  return { ...sound, load: (path, from) => sound.load(addressOf(path), from) };
}

/** Each user's own; what is in another's is not sent. */
function createOutboxes(onRefused: (id: string) => void): (user: string | null) => Outbox | null {
  const made = new Map<string, Outbox>();
  return (user) => {
    if (user === null) return null;
    const box =
      made.get(user) ??
      createOutbox({
        userId: user,
        storage: lazyStorage,
        calls: reportCalls,
        now: Date.now,
        isCurrent: () => userId() === user,
        onRefused,
      });
    made.set(user, box);
    return box;
  };
}

/** To name `localStorage` throws where it is switched off: that has to happen where it is caught. */
const lazyStorage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
  removeItem: (key: string) => localStorage.removeItem(key),
};

interface Listener {
  readonly send: (event: PlayerEvent) => void;
  /** The device may be online again, or the page is visible again. */
  readonly onBack: () => void;
  /** The page speaks another language. */
  readonly onLanguage: () => void;
}

/** Tells of the line, of a page that is about to go, of its language, and of a player that has begun in another tab. */
function followPage({ send, onBack, onLanguage }: Listener, otherTabs: BroadcastChannel | null): void {
  window.addEventListener('online', () => {
    onBack();
    send({ type: 'ONLINE' });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send({ type: 'HIDDEN' });
    else onBack();
  });
  window.addEventListener('pagehide', () => send({ type: 'HIDDEN' }));
  onPageLocale(onLanguage);
  otherTabs?.addEventListener('message', () => send({ type: 'PAUSE' }));
}

/** The speed that was chosen last in this browser. */
function readSpeed(): number {
  try {
    return speeds.find((speed) => String(speed) === localStorage.getItem(cabinetKeys.playerSpeed)) ?? 1;
  } catch {
    return 1; // storage is off
  }
}

function saveSpeed(speed: number): void {
  try {
    localStorage.setItem(cabinetKeys.playerSpeed, String(speed));
  } catch {
    // storage is off or full: it counts as long as the page stays on
  }
}

/** A random UUID. `crypto.randomUUID` is missing where a page comes by plain http. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
