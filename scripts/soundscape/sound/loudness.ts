import { sampleRate } from './format.ts';
import { blockSamples } from './layer.ts';

interface Section {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** How loud people find one channel: the filter of ITU-R BS.1770, a shelf for the head and a high pass for the ear. */
export class EarFilter {
  readonly #states: readonly { readonly section: Section; first: number; second: number }[];

  constructor(samplesASecond: number = sampleRate) {
    const sections = [
      shelf({ angle: (2 * Math.PI * 1_499) / samplesASecond, decibels: 4, resonance: Math.SQRT1_2 }),
      highPass({ angle: (2 * Math.PI * 38) / samplesASecond, resonance: 0.5 }),
    ];
    this.#states = sections.map((section) => ({ section, first: 0, second: 0 }));
  }

  /** The energy of these samples as the ear hears them: the sum of squares. */
  measure(samples: Float32Array): number {
    const [shelfState, passState] = this.#states;
    if (!shelfState || !passState) return 0;
    const { section: s } = shelfState;
    const { section: p } = passState;
    let { first: s1, second: s2 } = shelfState;
    let { first: p1, second: p2 } = passState;
    let energy = 0;
    for (let index = 0; index < samples.length; index++) {
      const input = samples[index]!;
      const bright = s.b0 * input + s1;
      s1 = s.b1 * input - s.a1 * bright + s2;
      s2 = s.b2 * input - s.a2 * bright;
      const heard = p.b0 * bright + p1;
      p1 = p.b1 * bright - p.a1 * heard + p2;
      p2 = p.b2 * bright - p.a2 * heard;
      energy += heard * heard;
    }
    Object.assign(shelfState, { first: s1, second: s2 });
    Object.assign(passState, { first: p1, second: p2 });
    return energy;
  }
}

/** LUFS of stereo sound whose channels have this mean square in all. */
export function loudnessOf(meanSquare: number): number {
  return 10 * Math.log10(meanSquare) - 0.691;
}

/** After Robert Bristow-Johnson's cookbook. */
function shelf({ angle, decibels, resonance }: { angle: number; decibels: number; resonance: number }): Section {
  const amount = 10 ** (decibels / 40);
  const cos = Math.cos(angle);
  const slope = (2 * Math.sqrt(amount) * Math.sin(angle)) / (2 * resonance);
  const a0 = amount + 1 - (amount - 1) * cos + slope;
  return {
    b0: (amount * (amount + 1 + (amount - 1) * cos + slope)) / a0,
    b1: (-2 * amount * (amount - 1 + (amount + 1) * cos)) / a0,
    b2: (amount * (amount + 1 + (amount - 1) * cos - slope)) / a0,
    a1: (2 * (amount - 1 - (amount + 1) * cos)) / a0,
    a2: (amount + 1 - (amount - 1) * cos - slope) / a0,
  };
}

function highPass({ angle, resonance }: { angle: number; resonance: number }): Section {
  const cos = Math.cos(angle);
  const alpha = Math.sin(angle) / (2 * resonance);
  const a0 = 1 + alpha;
  return {
    b0: (1 + cos) / 2 / a0,
    b1: -(1 + cos) / a0,
    b2: (1 + cos) / 2 / a0,
    a1: (-2 * cos) / a0,
    a2: (1 - alpha) / a0,
  };
}

/** All sessions are about as loud, in LUFS. */
export const targetLoudness = -20;

/** It follows so slowly that breaths and waves stay as they are. */
const followSeconds = 25;

const targetMeanSquare = 10 ** ((targetLoudness + 0.691) / 10);

/**
 * The gain that makes sound as loud as the others, by what was heard so far. It is right from the first second if it
 * has been given some seconds before.
 */
export function createLeveller(): (left: Float32Array, right: Float32Array) => number {
  const ears = [new EarFilter(), new EarFilter()] as const;
  const share = blockSamples / sampleRate / followSeconds;
  let energy = 0;
  let weight = 0;
  return (left, right) => {
    const now = (ears[0].measure(left) + ears[1].measure(right)) / blockSamples;
    // While it has heard little, all of it counts alike.
    weight += (1 - weight) * share;
    energy += (now - energy) * Math.min(1, share / weight);
    return Math.sqrt(targetMeanSquare / Math.max(energy, 1e-9));
  };
}

/** Below it nothing changes. */
const knee = 0.45;

/** No sample is above it: -3.7 dBFS, as encoding adds a little. */
export const ceiling = 0.65;

/** Bends what is too loud, softly, instead of cutting it. */
export function limit(sample: number): number {
  const size = Math.abs(sample);
  if (size <= knee) return sample;
  const bent = knee + (ceiling - knee) * Math.tanh((size - knee) / (ceiling - knee));
  return sample < 0 ? -bent : bent;
}
