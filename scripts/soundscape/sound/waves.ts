import { between, createDrift, type Random } from './random.ts';
import { Filter, PinkNoise } from './weather.ts';
import { sampleRate } from './format.ts';
import { blockSamples, type Layer, type Moment } from './layer.ts';

interface WaveSettings {
  readonly level: number;
}

/** Waves on a beach, about one for each breath, over the far sound of the sea. */
export function createWaves(random: Random, { level }: WaveSettings): Layer {
  const sides = [createShore(random, 0), createShore(random, 0.13)] as const;
  return (mix, now) => {
    sides[0](mix.left, now, level);
    sides[1](mix.right, now, level);
  };
}

type Shore = (output: Float32Array, now: Moment, level: number) => void;

/** One ear's: both hear the same waves, a little apart, in foam of their own. */
function createShore(random: Random, lag: number): Shore {
  const noise = new PinkNoise(between(random, 1, 2 ** 31));
  const input = new Float32Array(blockSamples);
  const sea = new Filter('low');
  const wave = new Filter('low');
  const foam = new Filter('band');
  const size = createDrift(random, { low: 0.65, high: 1, seconds: 14 });
  const depth = createDrift(random, { low: 0.7, high: 1, seconds: 23 });
  let phase = lag;
  return (output, now, level) => {
    phase = (phase + blockSamples / sampleRate / now.breathSeconds) % 1;
    const height = heightOf(phase) * size(now.time);
    noise.write(input);
    sea.add(input, output, { hertz: 260, resonance: 0.5, gain: 0.5 * level * depth(now.time) });
    wave.add(input, output, { hertz: 280 + 1_150 * height, resonance: 0.55, gain: level * (0.12 + 0.95 * height) });
    const fizz = heightOf((phase + 0.9) % 1) ** 2;
    foam.add(input, output, { hertz: 2_300, resonance: 0.5, gain: 0.16 * level * fizz });
  };
}

/** It comes slowly, breaks, and runs out for longer. No corners: the slope is 0 where parts meet. */
function heightOf(phase: number): number {
  const crest = 0.45;
  return phase < crest
    ? (0.5 - 0.5 * Math.cos((Math.PI * phase) / crest)) ** 1.6
    : (0.5 + 0.5 * Math.cos((Math.PI * (phase - crest)) / (1 - crest))) ** 1.3;
}
