import { sampleRate } from './format.ts';
import { blockSamples, type Mix } from './layer.ts';

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
