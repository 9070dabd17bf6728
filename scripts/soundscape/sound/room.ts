import { blockSamples, type Mix } from './layer.ts';
import { sampleRate } from './format.ts';

/** Ways between the walls, in samples: they share no factor, so that no echo falls on another. */
const delays = [1_021, 1_237, 1_499, 1_709] as const;

/** Until an echo is down by 60 dB. */
const echoSeconds = 4.5;

/** How much of the highs each wall swallows. */
const damping = 0.42;

interface Wall {
  readonly line: Float32Array;
  readonly gain: number;
  place: number;
  dull: number;
}

/** A big soft room: what goes in comes back from four walls, each of which hears all (a feedback delay network). */
export function createRoom(): (mix: Mix, level: number) => void {
  const walls = delays.map((delay) => ({
    line: new Float32Array(delay),
    gain: 10 ** ((-3 * delay) / (echoSeconds * sampleRate)),
    place: 0,
    dull: 0,
  })) as unknown as readonly [Wall, Wall, Wall, Wall];
  return (mix, level) => {
    const [first, second, third, fourth] = walls;
    for (let index = 0; index < blockSamples; index++) {
      const a = hear(first);
      const b = hear(second);
      const c = hear(third);
      const d = hear(fourth);
      mix.left[index]! += level * (a + c);
      mix.right[index]! += level * (b + d);
      const fromLeft = mix.roomLeft[index]!;
      const fromRight = mix.roomRight[index]!;
      // A Hadamard matrix: it turns the sound round and takes nothing away.
      speak(first, fromLeft + 0.5 * (a + b + c + d));
      speak(second, fromRight + 0.5 * (a - b + c - d));
      speak(third, fromLeft + 0.5 * (a + b - c - d));
      speak(fourth, fromRight + 0.5 * (a - b - c + d));
    }
  };
}

function hear(wall: Wall): number {
  wall.dull += (1 - damping) * (wall.line[wall.place]! - wall.dull);
  return wall.dull * wall.gain;
}

function speak(wall: Wall, value: number): void {
  wall.line[wall.place] = value;
  wall.place = wall.place + 1 === wall.line.length ? 0 : wall.place + 1;
}
