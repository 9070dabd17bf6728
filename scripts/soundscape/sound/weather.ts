import { between, createDrift, type RandomSource } from './random.ts';
import { sampleRate } from './format.ts';
import { blockSamples, type Layer, type BlockStart } from './layer.ts';
import { createPing, type Ping, playPings } from './bells.ts';

/** Drops that are heard one by one, a second. */
const dropsPerSecond = 34;

/** Rain on a roof: a soft hiss that comes and goes, a murmur below it, and drops near by. */
export function createRain(random: RandomSource, { level }: { readonly level: number }): Layer {
  const beds = [createBed(random), createBed(random)] as const;
  const density = createDrift(random, { low: 0.55, high: 1, seconds: 12 });
  let drops: Ping[] = [];
  return (mix, now) => {
    const strength = density(now.time);
    beds[0](mix.left, level * strength);
    beds[1](mix.right, level * strength);
    if (random() < (dropsPerSecond * strength * blockSamples) / sampleRate) drops.push(createDrop(random, level));
    drops = playPings(drops, mix, 0.5);
  };
}

function createBed(random: RandomSource): (output: Float32Array, gain: number) => void {
  const noise = new PinkNoise(between(random, 1, 2 ** 31));
  const input = new Float32Array(blockSamples);
  const murmur = new Filter('low');
  const hiss = new Filter('band');
  return (output, gain) => {
    noise.write(input);
    murmur.add(input, output, { hertz: 480, resonance: 0.5, gain: 0.55 * gain });
    hiss.add(input, output, { hertz: 1_250, resonance: 0.5, gain: 0.5 * gain });
  };
}

/** Small ones are high and many, big ones low and few. */
function createDrop(random: RandomSource, level: number): Ping {
  const size = random() ** 2.5;
  return createPing({
    hertz: 2_900 - 2_100 * size + between(random, -150, 150),
    level: level * (0.05 + 0.22 * size),
    pan: between(random, -0.8, 0.8),
    attackSeconds: 0.002,
    decaySeconds: 0.004 + 0.014 * size,
  });
}

/** Wind in trees: gusts that rise in pitch as they grow, each ear with some of its own. */
export function createWind(random: RandomSource, { level }: { readonly level: number }): Layer {
  const gust = createDrift(random, { low: 0, high: 1, seconds: 6 });
  const sides = [createSide(random), createSide(random)] as const;
  return (mix, now) => {
    const common = gust(now.time);
    sides[0](mix.left, now, { level, common });
    sides[1](mix.right, now, { level, common });
  };
}

type Side = (output: Float32Array, now: BlockStart, wind: { readonly level: number; readonly common: number }) => void;

function createSide(random: RandomSource): Side {
  const noise = new PinkNoise(between(random, 1, 2 ** 31));
  const input = new Float32Array(blockSamples);
  const bed = new Filter('low');
  const gustFilter = new Filter('band');
  const leaves = new Filter('band');
  const own = createDrift(random, { low: 0, high: 1, seconds: 4.5 });
  return (output, now, { level, common }) => {
    const strength = 0.6 * common + 0.25 * own(now.time) + 0.15 * now.breath;
    noise.write(input);
    bed.add(input, output, { hertz: 220, resonance: 0.5, gain: level * (0.35 + 0.25 * strength) });
    const hertz = 210 + 420 * strength;
    gustFilter.add(input, output, { hertz, resonance: 1.1, gain: level * (0.25 + 1.25 * strength) });
    leaves.add(input, output, { hertz: 1_900, resonance: 0.5, gain: 0.22 * level * strength * strength });
  };
}

/** Noise in which every octave from 70 Hz on is as strong as the next, as in falling water. Below it only rumbles. */
export class PinkNoise {
  #state: number;
  #slow = 0;
  #middle = 0;
  #fast = 0;
  #rumble = 0;

  constructor(seed: number) {
    this.#state = seed | 1;
  }

  /** Overwrites `samples`. */
  write(samples: Float32Array): void {
    let state = this.#state;
    let slow = this.#slow;
    let middle = this.#middle;
    let fast = this.#fast;
    let rumble = this.#rumble;
    for (let index = 0; index < samples.length; index++) {
      // xorshift32 by Marsaglia: nobody hears that it repeats after two days.
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      const white = state / 2 ** 31;
      // Three filters add up to a slope of 3 dB for each octave (Paul Kellet).
      slow = 0.997_65 * slow + white * 0.099_046;
      middle = 0.963 * middle + white * 0.296_516_4;
      fast = 0.57 * fast + white * 1.052_691_3;
      const pink = 0.2 * (slow + middle + fast + white * 0.184_8);
      rumble += 0.018 * (pink - rumble);
      samples[index] = pink - rumble;
    }
    this.#state = state;
    this.#slow = slow;
    this.#middle = middle;
    this.#fast = fast;
    this.#rumble = rumble;
  }
}

/** What may change from block to block. It glides from the last value within the block. */
interface FilterSetting {
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
