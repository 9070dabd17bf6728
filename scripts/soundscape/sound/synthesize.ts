import type { Piece } from '../../../api/content/audio/sound-maker.ts';
import { sampleRate, sizeOf } from './format.ts';
import { blockSamples, createMix, type Layer, type Mix, type BlockStart } from './layer.ts';
import { createLeveller, limit } from './loudness.ts';
import { type Character, readRecipe } from './recipe.ts';

/** The next part of a piece, one array for each ear. Both are used again for the part after it. */
type Stereo = readonly [left: Float32Array, right: Float32Array];

/** Not sent to listeners: until the echoes are there, and a breath has shown how loud it will be. */
const tuningSeconds = 12;

const fadeInSeconds = 4;
const roomLevel = 0.16;

/** The sound of a piece, in parts of so many blocks (the last one may be shorter). Same piece, same samples. */
export function* synthesize(piece: Piece, blocksAtOnce: number): Generator<Stereo, void, void> {
  const { samples } = sizeOf(piece.durationSeconds);
  const duration = samples / sampleRate;
  const { character, layers } = readRecipe(piece);
  const play = createPlayer(character, layers, duration);
  for (let time = -tuningSeconds; time < 0; time += blockSamples / sampleRate) play(time);
  const left = new Float32Array(blocksAtOnce * blockSamples);
  const right = new Float32Array(blocksAtOnce * blockSamples);
  const gainAt = createArc(character, duration);
  for (let done = 0; done < samples;) {
    const length = Math.min(left.length, samples - done);
    for (let offset = 0; offset < length; offset += blockSamples) {
      const time = (done + offset) / sampleRate;
      const { mix, gains } = play(time);
      const arc = { from: gains.from * gainAt(time), to: gains.to * gainAt(time + blockSamples / sampleRate) };
      copy(mix.left, left, offset, arc);
      copy(mix.right, right, offset, arc);
    }
    done += length;
    yield [left.subarray(0, length), right.subarray(0, length)];
  }
}

interface Gains {
  readonly from: number;
  readonly to: number;
}

/** All layers, the room, and the gain that makes them as loud as other pieces. */
function createPlayer(
  { breaths }: Character,
  layers: readonly Layer[],
  duration: number,
): (time: number) => { readonly mix: Mix; readonly gains: Gains } {
  const mix = createMix();
  const breathe = createBreath(breaths);
  const addRoom = createRoom();
  const level = createLeveller();
  let gain = 0;
  return (time) => {
    const part = Math.max(0, time / duration);
    const now: BlockStart = { time, part, ...breathe(part, blockSamples / sampleRate) };
    for (const channel of Object.values(mix)) (channel as Float32Array).fill(0);
    for (const layer of layers) layer(mix, now);
    addRoom(mix, roomLevel);
    const from = gain;
    gain = level(mix.left, mix.right);
    return { mix, gains: { from, to: gain } };
  };
}

function copy(block: Float32Array, target: Float32Array, offset: number, { from, to }: Gains): void {
  const step = (to - from) / blockSamples;
  let gain = from;
  for (let index = 0; index < blockSamples; index++) {
    gain += step;
    target[offset + index] = limit(block[index]! * gain);
  }
}

/** From silence to silence; in between, louder or softer as the category has it. Short pieces have short fades. */
function createArc({ loudness, fadeOutSeconds }: Character, duration: number): (time: number) => number {
  const fadeIn = Math.min(fadeInSeconds, duration / 4);
  const fadeOut = Math.min(fadeOutSeconds, duration / 4);
  return (time) => {
    const decibels = loudness.from + (loudness.to - loudness.from) * rise((time / duration - 0.25) / 0.75);
    return 10 ** (decibels / 20) * rise(time / fadeIn) * rise((duration - time) / fadeOut) ** 2;
  };
}

/** From 0 at 0 to 1 at 1 in a half wave. */
function rise(part: number): number {
  return 0.5 - 0.5 * Math.cos(Math.PI * Math.min(1, Math.max(0, part)));
}

interface Pace {
  /** Breaths a minute, at the beginning and at the end. */
  readonly from: number;
  readonly to: number;
}

interface Breath {
  readonly breath: number;
  readonly breaths: number;
  readonly breathSeconds: number;
}

/** The share of a breath that goes in; out takes longer, which is what calms. */
const inhale = 0.42;

/** Breathing that slows down evenly. Each call goes on by so many seconds, `part` of the session being over. */
function createBreath({ from, to }: Pace): (part: number, seconds: number) => Breath {
  let phase = 0;
  let breaths = 0;
  return (part, seconds) => {
    const breathSeconds = 60 / (from + (to - from) * part);
    phase += seconds / breathSeconds;
    if (phase >= 1) {
      phase -= 1;
      breaths += 1;
    }
    return { breath: heightOf(phase), breaths, breathSeconds };
  };
}

function heightOf(phase: number): number {
  return phase < inhale
    ? 0.5 - 0.5 * Math.cos((Math.PI * phase) / inhale)
    : 0.5 + 0.5 * Math.cos((Math.PI * (phase - inhale)) / (1 - inhale));
}

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
function createRoom(): (mix: Mix, level: number) => void {
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
