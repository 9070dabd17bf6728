import { sampleRate } from './format.ts';

/** What may change from block to block. It glides from the last value within the block. */
export interface FilterSetting {
  readonly hertz: number;
  /** 0.5 is without any resonance. */
  readonly resonance: number;
  readonly gain: number;
}

/** A filter of two poles (state variable, trapezoidal: it stays calm while it is turned). */
export class Filter {
  readonly #kind: 'low' | 'band';
  #first = 0;
  #second = 0;
  #g = 0;
  #gain = 0;

  constructor(kind: 'low' | 'band') {
    this.#kind = kind;
  }

  /** Adds what passes of `input` to `output`. */
  add(input: Float32Array, output: Float32Array, { hertz, resonance, gain }: FilterSetting): void {
    const { length } = input;
    const goal = Math.tan((Math.PI * hertz) / sampleRate);
    let g = this.#g || goal;
    const gStep = (goal - g) / length;
    let level = this.#gain;
    const levelStep = (gain - level) / length;
    const damping = 1 / resonance;
    const isLow = this.#kind === 'low';
    let first = this.#first;
    let second = this.#second;
    for (let index = 0; index < length; index++) {
      g += gStep;
      level += levelStep;
      const high = (input[index]! - (g + damping) * first - second) / (1 + g * (g + damping));
      const band = g * high + first;
      const low = g * band + second;
      first = g * high + band;
      second = g * band + low;
      output[index]! += level * (isLow ? low : damping * band);
    }
    this.#first = first;
    this.#second = second;
    this.#g = goal;
    this.#gain = gain;
  }
}
