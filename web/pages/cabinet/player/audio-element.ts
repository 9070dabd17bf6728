/** What the sound reports. */
export type SoundEvent =
  | { readonly type: 'TIME'; readonly position: number }
  /** How long it really is, in seconds. */
  | { readonly type: 'LENGTH'; readonly duration: number }
  | { readonly type: 'PLAYING' }
  /** It has run dry and waits for the network. */
  | { readonly type: 'WAITING' }
  /** It was stopped from outside: a call, headphones pulled out. */
  | { readonly type: 'HALTED' }
  | { readonly type: 'ENDED' }
  /** It can't be loaded or played, for an unknown reason. */
  | { readonly type: 'BROKEN' }
  /** The browser plays only after a tap. */
  | { readonly type: 'BLOCKED' };

/** One thing that sounds, or will. */
export interface Sound {
  /** Makes later calls of `play` work outside a tap; has to be called in one. */
  readonly unlock: () => void;
  /** Takes the place of what was loaded. */
  readonly load: (address: string, from: number) => void;
  readonly play: () => void;
  readonly pause: () => void;
  readonly seek: (seconds: number) => void;
  readonly setSpeed: (speed: number) => void;
  /** From 0 to 1. Phones leave it to their buttons. */
  readonly setVolume: (volume: number) => void;
  readonly unload: () => void;
}

type AudioElement = Pick<
  HTMLAudioElement,
  | 'addEventListener'
  | 'src'
  | 'currentTime'
  | 'defaultPlaybackRate'
  | 'duration'
  | 'ended'
  | 'error'
  | 'load'
  | 'pause'
  | 'paused'
  | 'play'
  | 'playbackRate'
  | 'preload'
  | 'preservesPitch'
  | 'readyState'
  | 'removeAttribute'
  | 'volume'
>;

/** The sound of an audio element; `emit` hears what it does. */
export function createSound(element: AudioElement, emit: (event: SoundEvent) => void): Sound {
  /** Where it will begin: not every browser can seek before it knows the length. */
  let from: number | null = null;
  const takePosition = () => {
    if (from === null) return;
    element.currentTime = from;
    from = null;
  };
  const start = () => {
    element.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') emit({ type: 'BLOCKED' });
      // a load or pause in between aborts it, and what is broken says so itself
    });
  };
  element.preload = 'auto';
  element.preservesPitch = true;
  listen(element, emit, takePosition, () => from === null);
  return {
    unlock: () => {
      element.play().catch(() => undefined); // that it was tried in a tap is all that counts
      element.pause();
    },
    load: (address, position) => {
      from = position;
      element.src = address;
    },
    play: start,
    pause: () => element.pause(),
    seek: (seconds) => {
      if (element.readyState === 0) from = seconds;
      else element.currentTime = seconds;
    },
    setSpeed: (speed) => {
      element.defaultPlaybackRate = speed; // what is loaded later takes this one
      element.playbackRate = speed;
    },
    setVolume: (volume) => {
      element.volume = volume;
    },
    unload: () => {
      element.pause();
      from = null;
      element.removeAttribute('src');
      element.load(); // ends the download
    },
  };
}

function listen(
  element: AudioElement,
  emit: (event: SoundEvent) => void,
  takePosition: () => void,
  isThere: () => boolean,
): void {
  const takeLength = () => {
    const { duration } = element;
    if (!(duration > 0)) return; // in WebKit at first, with no event for the change; it would begin at 0 then
    takePosition();
    if (Number.isFinite(duration)) emit({ type: 'LENGTH', duration });
  };
  for (const event of ['loadedmetadata', 'durationchange', 'canplay', 'playing'])
    element.addEventListener(event, takeLength);
  element.addEventListener('timeupdate', () => {
    if (!isThere()) takeLength(); // WebKit may know it only once it plays
    if (isThere() && !element.paused) emit({ type: 'TIME', position: element.currentTime });
  });
  element.addEventListener('playing', () => !element.paused && emit({ type: 'PLAYING' }));
  element.addEventListener('waiting', () => emit({ type: 'WAITING' }));
  element.addEventListener('pause', () => element.paused && !element.ended && emit({ type: 'HALTED' }));
  element.addEventListener('ended', () => emit({ type: 'ENDED' }));
  element.addEventListener('error', () => element.error && emit({ type: 'BROKEN' }));
}
