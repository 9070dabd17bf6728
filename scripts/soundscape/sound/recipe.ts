import { type Chord, createPads } from './pads.ts';
import type { Piece } from '../../../api/content/audio/sound-maker.ts';
import { createBells } from './bells.ts';
import { sampleRate } from './format.ts';
import { blockSamples, type Layer, type BlockStart } from './layer.ts';
import { between, createDrift, createRandomSource, type RandomSource, seedOf } from './random.ts';
import { createRain, createWind, Filter, PinkNoise } from './weather.ts';

/** Raised with every change of the sound: files of another version are not played. */
export const generatorVersion = 2;

/** What a category does to the sound. */
export interface Character {
  readonly mood: keyof typeof progressions;
  /** Hertz; one of the lowest notes. */
  readonly root: readonly [number, number];
  readonly brightness: number;
  /** Breaths a minute, at the beginning and at the end. */
  readonly breaths: { readonly from: number; readonly to: number };
  /** How much rises and falls with the breath. */
  readonly swell: number;
  /** Decibels above the usual loudness, at the beginning and at the end. */
  readonly loudness: { readonly from: number; readonly to: number };
  readonly fadeOutSeconds: number;
}

const even = { from: 0, to: 0 };

const characters: Readonly<Record<string, Character>> = {
  sleep: {
    mood: 'dark',
    root: [82, 98],
    brightness: 0.35,
    breaths: { from: 5.5, to: 3.8 },
    swell: 0.3,
    // Louder at first, so that as a whole it is as loud as the others.
    loudness: { from: 1, to: -9 },
    fadeOutSeconds: 40,
  },
  calm: {
    mood: 'warm',
    root: [92, 110],
    brightness: 0.55,
    breaths: { from: 6, to: 4.8 },
    swell: 0.35,
    loudness: even,
    fadeOutSeconds: 15,
  },
  breathing: {
    mood: 'warm',
    root: [98, 117],
    brightness: 0.6,
    breaths: { from: 6, to: 5 },
    swell: 0.6,
    loudness: even,
    fadeOutSeconds: 12,
  },
  confidence: {
    mood: 'bright',
    root: [104, 124],
    brightness: 0.8,
    breaths: { from: 6, to: 5.4 },
    swell: 0.3,
    loudness: even,
    fadeOutSeconds: 10,
  },
  reset: {
    mood: 'bright',
    root: [98, 117],
    brightness: 0.7,
    breaths: { from: 6, to: 5.2 },
    swell: 0.35,
    loudness: even,
    fadeOutSeconds: 10,
  },
};

/** How strong each sound is beside the chords, by what leads the session. */
const voices: Readonly<Record<string, { readonly pads: number; readonly sounds: readonly Sound[] }>> = {
  pads: { pads: 1, sounds: [] },
  bells: { pads: 0.7, sounds: [(random, root) => createBells(random, { root, level: 0.3 })] },
  waves: { pads: 0.5, sounds: [(random) => createWaves(random, { level: 1.5 })] },
  rain: { pads: 0.5, sounds: [(random) => createRain(random, { level: 1.3 })] },
  wind: { pads: 0.5, sounds: [(random) => createWind(random, { level: 1.1 })] },
};

type Sound = (random: RandomSource, root: number) => Layer;

/** The sounds of a piece and how they go on. Categories and voices without a description sound calm and warm. */
export function readRecipe(piece: Piece): { readonly character: Character; readonly layers: readonly Layer[] } {
  const random = createRandomSource(seedOf(piece.id));
  const character = characters[piece.category] ?? characters['calm']!;
  const voice = voices[piece.voice] ?? voices['pads']!;
  const root = between(random, ...character.root);
  const chords = choose(random, progressions[character.mood]);
  const { brightness, swell } = character;
  const pads = createPads(random, { root, chords, brightness, swell, level: 0.16 * voice.pads });
  return { character, layers: [pads, ...voice.sounds.map((create) => create(random, root))] };
}

function choose(random: RandomSource, ways: readonly (readonly Chord[])[]): readonly Chord[] {
  return ways[Math.floor(random() * ways.length)] ?? [];
}

/**
 * Chords as ratios to the root, in just intonation: notes that sound together have overtones in common, so that nothing
 * beats. Neighbours share notes, and no two notes of a chord are closer than a whole tone.
 */
const home = [1, 3 / 2, 2, 5 / 2, 3];
const open = [1, 3 / 2, 2, 3, 9 / 2];
const sixth = [5 / 6, 5 / 4, 5 / 3, 5 / 2, 10 / 3];
const fourth = [2 / 3, 4 / 3, 2, 8 / 3, 10 / 3];
const fifth = [3 / 4, 3 / 2, 9 / 4, 3, 9 / 2];
const third = [5 / 4, 15 / 8, 5 / 2, 15 / 4];
const minor = [1, 3 / 2, 2, 12 / 5, 3];
const minorSixth = [4 / 5, 6 / 5, 8 / 5, 2, 12 / 5];
const minorThird = [6 / 5, 9 / 5, 12 / 5, 3, 18 / 5];
const minorFourth = [2 / 3, 4 / 3, 2, 8 / 3, 16 / 5];

/** Ways from chord to chord, each of which leads back to its beginning. */
const progressions: Readonly<Record<'dark' | 'warm' | 'bright', readonly (readonly Chord[])[]>> = {
  dark: [
    [minor, minorSixth, minorThird, open],
    [minor, minorFourth, minorSixth, open],
    [home, sixth, open, fourth],
  ],
  warm: [
    [home, fourth, sixth, open],
    [home, sixth, fourth, open],
    [open, fourth, home, sixth],
  ],
  bright: [
    [home, fifth, fourth, home],
    [home, third, fourth, open],
    [open, fifth, sixth, fourth],
  ],
};

interface WaveSettings {
  readonly level: number;
}

/** Waves on a beach, about one for each breath, over the far sound of the sea. */
function createWaves(random: RandomSource, { level }: WaveSettings): Layer {
  const sides = [createShore(random, 0), createShore(random, 0.13)] as const;
  return (mix, now) => {
    sides[0](mix.left, now, level);
    sides[1](mix.right, now, level);
  };
}

type Shore = (output: Float32Array, now: BlockStart, level: number) => void;

/** One ear's: both hear the same waves, a little apart, in foam of their own. */
function createShore(random: RandomSource, lag: number): Shore {
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
