import { EarFilter, loudnessOf } from '../soundscape/sound/loudness.ts';

/** What counts at all, in LUFS; and below the mean of it, what counts as a pause. */
const absoluteGate = -70;
const relativeGate = -10;

/** Blocks of 400 ms begin every 100 ms. */
const stepsOfBlock = 4;

/** Measures stereo sound as ITU-R BS.1770-5 says: how loud it is as a whole, pauses left out, and its true peak. */
export class LoudnessMeter {
  readonly #stepSamples: number;
  readonly #ears: readonly [EarFilter, EarFilter];
  readonly #peaks = [new PeakMeter(), new PeakMeter()] as const;
  readonly #steps: number[] = [];
  #energy = 0;
  #samples = 0;

  constructor(sampleRate: number) {
    this.#stepSamples = Math.round(sampleRate / 10);
    this.#ears = [new EarFilter(sampleRate), new EarFilter(sampleRate)];
  }

  /** The next samples of each channel, as many as there are. */
  add(left: Float32Array, right: Float32Array): void {
    for (let start = 0; start < left.length;) {
      const end = Math.min(left.length, start + this.#stepSamples - this.#samples);
      this.#energy += this.#ears[0].measure(left.subarray(start, end));
      this.#energy += this.#ears[1].measure(right.subarray(start, end));
      this.#samples += end - start;
      start = end;
      if (this.#samples < this.#stepSamples) continue;
      this.#steps.push(this.#energy / this.#stepSamples);
      this.#energy = 0;
      this.#samples = 0;
    }
    this.#peaks[0].add(left);
    this.#peaks[1].add(right);
  }

  /** LUFS of all that was added; -Infinity of silence, and of less than 400 ms. */
  get loudness(): number {
    const blocks = this.#steps
      .slice(stepsOfBlock - 1)
      .map((_, index) => mean(this.#steps.slice(index, index + stepsOfBlock)))
      .filter((meanSquare) => loudnessOf(meanSquare) > absoluteGate);
    const gate = loudnessOf(mean(blocks)) + relativeGate;
    return loudnessOf(mean(blocks.filter((meanSquare) => loudnessOf(meanSquare) > gate)));
  }

  /** Decibels below full level. */
  get truePeak(): number {
    return 20 * Math.log10(Math.max(...this.#peaks.map(({ peak }) => peak)));
  }
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of so many samples around it, the sound at a quarter, a half and three quarters between two samples is made. */
const taps = 12;
const between = [0.25, 0.5, 0.75].map((part) =>
  Array.from({ length: taps }, (_, tap) => {
    const distance = Math.PI * (tap - taps / 2 + 1 - part);
    return (Math.sin(distance) / distance) * Math.cos(distance / taps) ** 2;
  }),
);
/** So much larger than the largest sample around it the sound between can be. */
const mostBetween = Math.max(...between.map((weights) => weights.reduce((sum, weight) => sum + Math.abs(weight), 0)));

const chunkSamples = 64;

/** The largest level of one channel, also between its samples. */
class PeakMeter {
  peak = 0;
  #before = new Float32Array(taps);

  add(samples: Float32Array): void {
    const all = new Float32Array(taps + samples.length);
    all.set(this.#before);
    all.set(samples, taps);
    for (let start = 0; start < samples.length; start += chunkSamples)
      this.#look(all.subarray(start, start + chunkSamples + taps));
    this.#before = all.slice(-taps);
  }

  #look(samples: Float32Array): void {
    let largest = 0;
    for (let index = 0; index < samples.length; index++) largest = Math.max(largest, Math.abs(samples[index]!));
    this.peak = Math.max(this.peak, largest);
    // Most of it is too soft to matter.
    if (largest * mostBetween <= this.peak) return;
    for (const weights of between)
      for (let start = 0; start + taps <= samples.length; start++) {
        let level = 0;
        for (let tap = 0; tap < taps; tap++) level += samples[start + tap]! * weights[tap]!;
        this.peak = Math.max(this.peak, Math.abs(level));
      }
  }
}
