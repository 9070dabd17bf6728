export type SampleState = 'silent' | 'loading' | 'playing' | 'failed';

/** Of a silence that a slow connection explains, in milliseconds. */
const timeoutMilliseconds = 20_000;

interface Listener {
  readonly onState: (state: SampleState) => void;
  /** How much of it has been heard, in seconds. */
  readonly onTime: (seconds: number) => void;
}

/**
 * Fetches the sound at this address and plays it once. Has to be called in a tap's own turn: phones allow sound only
 * there. The function it returns stops it, after which nothing more is reported or fetched.
 */
export function playSample(url: string, { onState, onTime }: Listener): () => void {
  const audio = new Audio();
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (state?: SampleState) => {
    if (over.signal.aborted) return;
    over.abort();
    clearTimeout(timer);
    audio.pause();
    audio.removeAttribute('src');
    audio.load(); // ends the download
    if (state) onState(state);
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => end('failed'), timeoutMilliseconds);
    onState('loading');
  };
  const on = (event: string, act: () => void) => audio.addEventListener(event, act, { signal: over.signal });
  on('playing', () => {
    clearTimeout(timer);
    onState('playing');
  });
  on('waiting', wait);
  on('timeupdate', () => onTime(audio.currentTime));
  on('ended', () => end('silent'));
  on('error', () => end('failed'));
  wait();
  audio.src = url;
  audio.play().catch(() => end('failed'));
  return () => end();
}
