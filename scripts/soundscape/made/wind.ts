import { createDrift } from './drift.ts';
import { Filter } from './filter.ts';
import { blockSamples, type Layer, type Moment } from './layer.ts';
import { PinkNoise } from './noise.ts';
import { between, type Random } from './random.ts';

/** Wind in trees: gusts that rise in pitch as they grow, each ear with some of its own. */
export function createWind(random: Random, { level }: { readonly level: number }): Layer {
  const gust = createDrift(random, { low: 0, high: 1, seconds: 6 });
  const sides = [createSide(random), createSide(random)] as const;
  return (mix, now) => {
    const common = gust(now.time);
    sides[0](mix.left, now, { level, common });
    sides[1](mix.right, now, { level, common });
  };
}

type Side = (output: Float32Array, now: Moment, wind: { readonly level: number; readonly common: number }) => void;

function createSide(random: Random): Side {
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
