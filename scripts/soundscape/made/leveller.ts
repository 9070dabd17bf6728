import { sampleRate } from './format.ts';
import { blockSamples } from './layer.ts';
import { EarFilter } from './loudness.ts';

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
