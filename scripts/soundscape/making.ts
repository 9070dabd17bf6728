import type { AudioInProgress, MakingError } from '../../api/content/audio/sound-maker.ts';

interface Waiter {
  readonly bytes: number;
  readonly settle: (failure: unknown) => void;
}

/** A listener who jumps within a session leaves and comes back at once. */
const lingerMilliseconds = 1_000;
/** Of a listener who was asked to come back: three times as long as the answer says. */
const placeMilliseconds = 30_000;

/** A file that is being made, or is about to be. */
export class Making implements AudioInProgress {
  #written = 0;
  #failure: MakingError | null = null;
  #listeners = 0;
  #places = 0;
  readonly #waiters = new Set<Waiter>();
  readonly #onLeft: () => void;

  /** `onLeft` is called whenever the last one who listened has left for good. */
  constructor(onLeft: () => void = () => undefined) {
    this.#onLeft = onLeft;
  }

  /** How many bytes there are so far. */
  get written(): number {
    return this.#written;
  }

  /** Whether anybody waits for more, or was asked to come back for it. */
  get isAwaited(): boolean {
    return this.#waiters.size > 0 || this.#places > 0;
  }

  /** Whether anybody listens, also who has enough for now. */
  get isHeard(): boolean {
    return this.#listeners > 0 || this.isAwaited;
  }

  /** Somebody listens, until a moment after `signal` says that they have left. */
  attend(signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#listeners += 1;
    const leave = () => {
      this.#listeners -= 1;
      if (!this.isHeard) this.#onLeft();
    };
    signal.addEventListener('abort', () => setTimeout(leave, lingerMilliseconds).unref(), { once: true });
  }

  /** Counts a listener who was asked to come back as one who waits, for half a minute. */
  keepPlace(): void {
    this.#places += 1;
    const leave = () => {
      this.#places -= 1;
      if (!this.isHeard) this.#onLeft();
    };
    setTimeout(leave, placeMilliseconds).unref();
  }

  /** Resolves when so many bytes are there. Rejects with a `MakingError` when they never will be, or as `signal` says. */
  async reach(bytes: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#written >= bytes) return;
    if (this.#failure) throw this.#failure;
    await new Promise<void>((resolve, reject) => {
      const settle = (failure: unknown) => {
        this.#waiters.delete(waiter);
        signal.removeEventListener('abort', abort);
        if (failure === null) resolve();
        else reject(failure);
      };
      const waiter = { bytes, settle };
      const abort = () => settle(signal.reason);
      this.#waiters.add(waiter);
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  /** So many bytes are there now. */
  grow(bytes: number): void {
    this.#written = bytes;
    for (const waiter of this.#waiters) if (waiter.bytes <= bytes) waiter.settle(null);
  }

  /** There will be no more. */
  fail(failure: MakingError): void {
    this.#failure = failure;
    for (const waiter of this.#waiters) waiter.settle(failure);
  }
}
