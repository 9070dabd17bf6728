import { createDrift } from './drift.ts';
import { Filter } from './filter.ts';
import { sampleRate } from './format.ts';
import { blockSamples, type Layer } from './layer.ts';
import { PinkNoise } from './noise.ts';
import { createPing, playPings, type Ping } from './ping.ts';
import { between, type Random } from './random.ts';

/** Drops that are heard one by one, a second. */
const dropsPerSecond = 34;

/** Rain on a roof: a soft hiss that comes and goes, a murmur below it, and drops near by. */
export function createRain(random: Random, { level }: { readonly level: number }): Layer {
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

function createBed(random: Random): (output: Float32Array, gain: number) => void {
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
function createDrop(random: Random, level: number): Ping {
  const size = random() ** 2.5;
  return createPing({
    hertz: 2_900 - 2_100 * size + between(random, -150, 150),
    level: level * (0.05 + 0.22 * size),
    pan: between(random, -0.8, 0.8),
    attackSeconds: 0.002,
    decaySeconds: 0.004 + 0.014 * size,
  });
}
