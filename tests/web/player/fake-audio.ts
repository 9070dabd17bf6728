import { vi } from 'vitest';

/** Stands for the browser's audio: it plays what it is given at once, and the test says what happens to it. */
export class FakeAudio extends EventTarget {
  static readonly made: FakeAudio[] = [];
  currentTime = 0;
  readonly duration = 1_200;
  paused = true;
  ended = false;
  error: { readonly code: number } | null = null;
  readonly readyState = 4;
  readonly pause = vi.fn(() => {
    this.paused = true;
  });
  #src = '';

  constructor() {
    super();
    FakeAudio.made.push(this);
  }

  get src(): string {
    return this.#src;
  }

  set src(address: string) {
    this.#src = address;
    queueMicrotask(() => this.does('loadedmetadata'));
  }

  load(): void {}

  removeAttribute(): void {
    this.#src = '';
  }

  async play(): Promise<void> {
    this.paused = false;
    await Promise.resolve();
    if (!this.paused && this.#src !== '') this.does('playing');
  }

  /** Sound has come to this second. */
  reaches(seconds: number): void {
    this.currentTime = seconds;
    this.does('timeupdate');
  }

  does(event: string): void {
    this.dispatchEvent(new Event(event));
  }
}

/** The one that sounds. */
export const sounding = (): FakeAudio => FakeAudio.made.at(-1)!;
