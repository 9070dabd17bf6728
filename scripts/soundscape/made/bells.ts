import type { Layer } from './layer.ts';
import { createPing, playPings, type Ping } from './ping.ts';
import { between, type Random } from './random.ts';

interface BellSettings {
  readonly root: number;
  readonly level: number;
}

/** Of a small bowl that is struck with felt: the higher, the softer and the shorter. */
const partials = [
  { ratio: 1, level: 1, decaySeconds: 5.5 },
  { ratio: 2, level: 0.3, decaySeconds: 3.4 },
  { ratio: 2.76, level: 0.16, decaySeconds: 1.9 },
  { ratio: 4.1, level: 0.05, decaySeconds: 0.9 },
] as const;

/** Felt: it takes as long to speak. */
const attackSeconds = 0.05;

/** Ratios to the root. */
const notes = [3, 4, 9 / 2, 5, 6] as const;

/** Soft bells, one with most breaths, as the breath begins to go out. */
export function createBells(random: Random, { root, level }: BellSettings): Layer {
  let tones: Ping[] = [];
  let struck = -1;
  return (mix, now) => {
    if (now.breaths !== struck && now.breath > 0.96) {
      struck = now.breaths;
      if (random() < 0.8) tones.push(...strike(random, { root, level }));
    }
    tones = playPings(tones, mix, 1);
  };
}

function strike(random: Random, { root, level }: BellSettings): Ping[] {
  const note = notes[Math.floor(random() * notes.length)] ?? 4;
  const force = between(random, 0.55, 1) / Math.sqrt(note / 3);
  const pan = between(random, -0.5, 0.5);
  return partials.map(({ ratio, level: share, decaySeconds }) =>
    createPing({ hertz: root * note * ratio, level: level * force * share, pan, attackSeconds, decaySeconds }),
  );
}
