import { sampleRate } from './format.ts';
import { blockSamples, type Layer, type Mix } from './layer.ts';
import { between, type RandomSource } from './random.ts';

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
export function createBells(random: RandomSource, { root, level }: BellSettings): Layer {
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

function strike(random: RandomSource, { root, level }: BellSettings): Ping[] {
  const note = notes[Math.floor(random() * notes.length)] ?? 4;
  const force = between(random, 0.55, 1) / Math.sqrt(note / 3);
  const pan = between(random, -0.5, 0.5);
  return partials.map(({ ratio, level: share, decaySeconds }) =>
    createPing({ hertz: root * note * ratio, level: level * force * share, pan, attackSeconds, decaySeconds }),
  );
}

/** A tone that dies away by itself. */
export interface Ping {
  readonly cos: number;
  readonly sin: number;
  readonly rise: number;
  readonly decay: number;
  readonly left: number;
  readonly right: number;
  x: number;
  y: number;
  attack: number;
  level: number;
}

interface PingSettings {
  readonly hertz: number;
  readonly level: number;
  /** From -1, left, to 1, right. */
  readonly pan: number;
  /** Until it is there, about: none begins with a click. */
  readonly attackSeconds: number;
  /** Until it is down to a third, about. */
  readonly decaySeconds: number;
}

/** A tone that begins now. */
export function createPing({ hertz, level, pan, attackSeconds, decaySeconds }: PingSettings): Ping {
  const angle = (2 * Math.PI * hertz) / sampleRate;
  return {
    cos: Math.cos(angle),
    sin: Math.sin(angle),
    rise: 1 - Math.exp(-1 / (attackSeconds * sampleRate)),
    decay: Math.exp(-1 / (decaySeconds * sampleRate)),
    left: Math.sqrt(0.5 - 0.5 * pan),
    right: Math.sqrt(0.5 + 0.5 * pan),
    x: 1,
    y: 0,
    attack: 0,
    level,
  };
}

/** Adds the next block of each to the mix; resolves to those that can still be heard. */
export function playPings(pings: readonly Ping[], mix: Mix, room: number): Ping[] {
  for (const ping of pings) playPing(ping, mix, room);
  return pings.filter(({ level }) => level > 1e-5);
}

function playPing(ping: Ping, { left, right, roomLeft, roomRight }: Mix, room: number): void {
  const { cos, sin, rise, decay } = ping;
  let { x, y, attack, level } = ping;
  for (let index = 0; index < blockSamples; index++) {
    attack += (1 - attack) * rise;
    level *= decay;
    const value = y * level * attack;
    left[index]! += value * ping.left;
    right[index]! += value * ping.right;
    roomLeft[index]! += room * value * ping.left;
    roomRight[index]! += room * value * ping.right;
    const turned = x * cos - y * sin;
    y = y * cos + x * sin;
    x = turned;
  }
  Object.assign(ping, { x, y, attack, level });
}
