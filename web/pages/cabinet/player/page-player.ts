import { session } from '../../../session/page-session.ts';
import { serverNow } from '../../../session/server-time.ts';
import { addressOf, content } from '../content.ts';
import { localDay } from '../dates.ts';
import { createSound, type Sound, type SoundEvent } from './audio-element.ts';
import { createPlayer, type RunningPlayer } from './create-player.ts';
import { keepSpeed, readSpeed } from './kept-speed.ts';
import { followWithMediaSession } from './media-session.ts';
import { newId } from './new-id.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { followPage } from './page-events.ts';
import type { Player } from './player-view.ts';
import { reportCalls } from './report-calls.ts';
import { createReporter } from './reporter.ts';
import { toPng } from './to-png.ts';

const userId = (): string | null => session().user()?.id ?? null;

/** The player of this page, with everything around it that a browser has. It is never taken down. */
export function makePagePlayer(): Player {
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('player') : null;
  /** Whose listening it is: what is told after somebody has gone is still theirs. */
  let listener: string | null = null;
  const outbox = createOutboxes((id) => {
    if (player.view().item?.id === id) player.send({ type: 'REFUSED' });
  });
  const reporter = createReporter({
    outbox: () => outbox(listener ?? userId()),
    now: Date.now,
    later: (work, milliseconds) => void setTimeout(work, milliseconds),
  });
  content.onProgress(({ id, positionSeconds }) => reporter.learn(id, positionSeconds));

  const player: RunningPlayer = createPlayer({
    createSound: createPageSound,
    keepSpeed,
    speed: readSpeed(),
    open: async (id) => {
      await reporter.send();
      const item = await content.one(id);
      reporter.learn(id, item.positionSeconds);
      return { item, position: reporter.positionIn(item) };
    },
    knownPosition: reporter.positionIn,
    tell: reporter.tell,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have no target, windows do
    claim: () => channel?.postMessage('playing'),
    newPlay: newId,
    today: () => localDay(serverNow()),
    now: Date.now,
    isOnline: () => navigator.onLine,
  });

  const rename = async (): Promise<void> => {
    const { item } = player.view();
    const renamed = item && (await content.one(item.id).catch(() => null)); // else it keeps its name
    if (renamed) player.send({ type: 'WORDS', item: renamed });
  };
  followPage({ send: player.send, onBack: () => void reporter.send(), onLanguage: () => void rename() }, channel);
  followWithMediaSession(player, {
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

function createPageSound(tell: (event: SoundEvent) => void): Sound {
  const sound = createSound(new Audio(), tell);
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
