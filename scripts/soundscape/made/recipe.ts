import type { Piece } from '../../../api/content/audio/sound-maker.ts';
import type { Layer } from './layer.ts';
import { createBells } from './bells.ts';
import { progressions, type Chord } from './harmony.ts';
import { createPads } from './pads.ts';
import { createRain } from './rain.ts';
import { between, createRandom, seedOf, type Random } from './random.ts';
import { createWaves } from './waves.ts';
import { createWind } from './wind.ts';

/** Raised with every change of the sound: files of another version are not played. */
export const generatorVersion = 1;

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

type Sound = (random: Random, root: number) => Layer;

/** The sounds of a piece and how they go on. Categories and voices that nobody has described sound calm and warm. */
export function readRecipe(piece: Piece): { readonly character: Character; readonly layers: readonly Layer[] } {
  const random = createRandom(seedOf(piece.id));
  const character = characters[piece.category] ?? characters['calm']!;
  const voice = voices[piece.voice] ?? voices['pads']!;
  const root = between(random, ...character.root);
  const chords = choose(random, progressions[character.mood]);
  const { brightness, swell } = character;
  const pads = createPads(random, { root, chords, brightness, swell, level: 0.16 * voice.pads });
  return { character, layers: [pads, ...voice.sounds.map((create) => create(random, root))] };
}

function choose(random: Random, ways: readonly (readonly Chord[])[]): readonly Chord[] {
  return ways[Math.floor(random() * ways.length)] ?? [];
}
