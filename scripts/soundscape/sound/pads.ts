import { between, createDrift, type Drift, type RandomSource } from './random.ts';
import { blockSamples, type Layer, type Mix, type BlockStart } from './layer.ts';
import { sampleRate } from './format.ts';

/** Its notes, as ratios to the root. */
export type Chord = readonly number[];

export interface PadSettings {
  readonly root: number;
  readonly chords: readonly Chord[];
  /** From 0, sines, to 1, with overtones. */
  readonly brightness: number;
  readonly level: number;
  /** How much of it rises and falls with the breath, from 0 to 1. */
  readonly swell: number;
}

/** A chord stays for so many breaths. */
const breathsOfChord = 4;

/** A note takes so long to come or to go. */
const fadeSeconds = 11;

interface Note {
  readonly ratio: number;
  readonly step: { readonly cos: number; readonly sin: number };
  readonly sway: Drift;
  readonly pan: Drift;
  cos: number;
  sin: number;
  /** From 0 to 1, in time; the ear gets half a wave of it. */
  presence: number;
  wanted: boolean;
  left: number;
  right: number;
}

/** Long soft chords, one flowing into the next: what they have in common goes on, the other notes come and go. */
export function createPads(random: RandomSource, settings: PadSettings): Layer {
  const notes = new Map<number, Note>();
  let chordIndex = -1;
  return (mix, now) => {
    const index = Math.floor(now.breaths / breathsOfChord) % settings.chords.length;
    if (index !== chordIndex) {
      const isFirst = chordIndex === -1;
      chordIndex = index;
      callNotes(notes, settings.chords[index] ?? [], (ratio) =>
        createNote(random, { root: settings.root, ratio, presence: isFirst ? 1 : 0 }),
      );
    }
    for (const note of notes.values()) {
      playNote(note, mix, { settings, now });
      if (!note.wanted && note.presence === 0) notes.delete(note.ratio);
    }
  };
}

function callNotes(notes: Map<number, Note>, chord: Chord, create: (ratio: number) => Note): void {
  for (const note of notes.values()) note.wanted = chord.includes(note.ratio);
  for (const ratio of chord) if (!notes.has(ratio)) notes.set(ratio, create(ratio));
}

function createNote(
  random: RandomSource,
  { root, ratio, presence }: { root: number; ratio: number; presence: number },
): Note {
  const angle = (2 * Math.PI * root * ratio) / sampleRate;
  const phase = between(random, 0, 2 * Math.PI);
  const width = Math.min(0.6, 0.25 * ratio);
  return {
    ratio,
    step: { cos: Math.cos(angle), sin: Math.sin(angle) },
    sway: createDrift(random, { low: 0.55, high: 1, seconds: 9 }),
    pan: createDrift(random, { low: -width, high: width, seconds: 17 }),
    cos: Math.cos(phase),
    sin: Math.sin(phase),
    presence,
    wanted: true,
    left: 0,
    right: 0,
  };
}

function playNote(
  note: Note,
  { left, right, roomLeft, roomRight }: Mix,
  { settings, now }: { settings: PadSettings; now: BlockStart },
): void {
  const goal = gainOf(note, settings, now);
  const leftStep = (goal.left - note.left) / blockSamples;
  const rightStep = (goal.right - note.right) / blockSamples;
  const second = 0.28 * settings.brightness;
  const third = 0.1 * settings.brightness;
  const { cos: stepCos, sin: stepSin } = note.step;
  let { cos, sin, left: leftGain, right: rightGain } = note;
  for (let index = 0; index < blockSamples; index++) {
    // The second and the third overtone follow from the first: sin 2x and sin 3x.
    const value = sin + second * 2 * sin * cos + third * sin * (3 - 4 * sin * sin);
    leftGain += leftStep;
    rightGain += rightStep;
    const toLeft = value * leftGain;
    const toRight = value * rightGain;
    left[index]! += toLeft;
    right[index]! += toRight;
    roomLeft[index]! += toLeft;
    roomRight[index]! += toRight;
    const turned = cos * stepCos - sin * stepSin;
    sin = sin * stepCos + cos * stepSin;
    cos = turned;
  }
  // Rounding would let it grow or shrink over minutes.
  const length = Math.hypot(cos, sin);
  Object.assign(note, { cos: cos / length, sin: sin / length, ...goal });
}

/** Higher notes are softer, as those of an organ are, and so are the lowest: they are felt more than heard. */
function gainOf(note: Note, { level, swell }: PadSettings, now: BlockStart): { left: number; right: number } {
  const change = blockSamples / sampleRate / fadeSeconds;
  note.presence = Math.min(1, Math.max(0, note.presence + (note.wanted ? change : -change)));
  const presence = 0.5 - 0.5 * Math.cos(Math.PI * note.presence);
  const breath = 1 - swell + swell * now.breath;
  const weight = Math.min(1, 0.4 + 0.4 * note.ratio) / Math.sqrt(Math.max(1, note.ratio));
  const gain = level * weight * presence * breath * note.sway(now.time);
  const pan = note.pan(now.time);
  return { left: gain * Math.sqrt(0.5 - 0.5 * pan), right: gain * Math.sqrt(0.5 + 0.5 * pan) };
}
