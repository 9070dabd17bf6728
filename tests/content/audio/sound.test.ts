import type { Piece } from '../../../api/content/audio/sound-maker.ts';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sampleRate, sizeOf } from '../../../scripts/soundscape/sound/format.ts';
import { EarFilter, ceiling, limit, loudnessOf } from '../../../scripts/soundscape/sound/loudness.ts';
import { generatorVersion } from '../../../scripts/soundscape/sound/recipe.ts';
import { synthesize } from '../../../scripts/soundscape/sound/synthesize.ts';
import { createDrift, createRandomSource } from '../../../scripts/soundscape/sound/random.ts';

/** Fades take the first and the last quarter, so that in between there is one breath. */
const durationSeconds = 20;

const pieceOf = (voice: string, category = 'calm', id = 'the-lamp'): Piece => ({
  id,
  category,
  voice,
  durationSeconds,
});

/** The whole sound of a piece. */
function listen(piece: Piece): readonly [Float32Array, Float32Array] {
  const { samples } = sizeOf(piece.durationSeconds);
  const whole = [new Float32Array(samples), new Float32Array(samples)] as const;
  let place = 0;
  for (const [left, right] of synthesize(piece, 500)) {
    whole[0].set(left, place);
    whole[1].set(right, place);
    place += left.length;
  }
  expect(place).toBe(samples);
  return whole;
}

/** LUFS between these shares of the whole. */
function loudness(sound: readonly [Float32Array, Float32Array], from = 0.25, to = 0.75): number {
  const parts = sound.map((channel) => channel.subarray(channel.length * from, channel.length * to));
  const energy = parts.reduce((sum, part) => sum + new EarFilter().measure(part), 0);
  return loudnessOf(energy / parts[0]!.length);
}

const beginningOf = (piece: Piece) => synthesize(piece, 100).next().value![0].slice();

const peakOf = (samples: Float32Array) => samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);

/** The biggest change from one sample to the next. */
function steepest(samples: Float32Array): number {
  let most = 0;
  for (let index = 1; index < samples.length; index++)
    most = Math.max(most, Math.abs(samples[index]! - samples[index - 1]!));
  return most;
}

const voices = ['pads', 'bells', 'waves', 'rain', 'wind'];
const sounds = new Map(voices.map((voice) => [voice, listen(pieceOf(voice))]));

describe.each(voices)('a session led by %s', (voice) => {
  const sound = sounds.get(voice)!;

  it('is about as loud as the others, and never too loud', () => {
    expect(loudness(sound)).toBeGreaterThan(-23);
    expect(loudness(sound)).toBeLessThan(-17);
    expect(Math.max(...sound.map(peakOf))).toBeLessThanOrEqual(ceiling);
  });

  it('comes from silence and goes back to it', () => {
    for (const channel of sound) {
      expect(peakOf(channel.subarray(0, 240))).toBeLessThan(0.001);
      expect(peakOf(channel.subarray(-240))).toBeLessThan(0.001);
    }
    expect(loudness(sound, 0, 0.05)).toBeLessThan(loudness(sound) - 10);
    expect(loudness(sound, 0.95, 1)).toBeLessThan(loudness(sound) - 10);
  });

  it('is another one in each ear', () => {
    const [left, right] = sound;
    expect(left.some((sample, index) => Math.abs(sample - right[index]!) > 0.01)).toBe(true);
  });
});

describe('sound', () => {
  it.each(['pads', 'bells'])('of %s has no clicks', (voice) => {
    // A tone of 2 kHz at a tenth of full level changes by as much.
    expect(Math.max(...sounds.get(voice)!.map(steepest))).toBeLessThan(0.08);
  });

  it('is the same for the same session, and another one for another', () => {
    const beginning = sounds.get('pads')![0].subarray(0, 19_200);
    expect(beginningOf(pieceOf('pads'))).toEqual(beginning);
    expect(beginningOf(pieceOf('pads', 'calm', 'the-stair'))).not.toEqual(beginning);
  });

  it('is softer at the end of a session about sleep', () => {
    const sound = listen(pieceOf('pads', 'sleep'));
    expect(loudness(sound, 0.6, 0.75)).toBeLessThan(loudness(sound, 0.25, 0.4) - 2);
  });

  it('has a new version whenever it changes: files that were made before are not to be played', () => {
    const [left] = sounds.get('bells')!;
    const levels = Array.from({ length: 10 }, (_, part) => {
      const second = left.subarray((part * 2 + 0.5) * sampleRate, (part * 2 + 1.5) * sampleRate);
      return Math.hypot(...second.filter((_, index) => index % 10 === 0)).toFixed(1);
    });
    const hash = createHash('sha256').update(levels.join()).digest('hex').slice(0, 8);
    expect([generatorVersion, hash]).toEqual([2, '1fe9ac90']);
  });
});

describe('what is too loud', () => {
  it('is bent below the ceiling, and what is not stays as it is', () => {
    expect([0, 0.3, -0.45].map(limit)).toEqual([0, 0.3, -0.45]);
    for (const sample of [0.5, 1, 40]) {
      expect(limit(sample)).toBeLessThanOrEqual(ceiling);
      expect(limit(sample)).toBeGreaterThan(0.45);
      expect(limit(-sample)).toBe(-limit(sample));
    }
  });
});

describe('a drift', () => {
  it('stays between its bounds and has no jumps', () => {
    const drift = createDrift(createRandomSource(3), { low: 2, high: 5, seconds: 4 });
    const values = Array.from({ length: 1_000 }, (_, index) => drift(index * 0.05));
    expect(Math.min(...values)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...values)).toBeLessThanOrEqual(5);
    const steps = values.slice(1).map((value, index) => Math.abs(value - values[index]!));
    expect(Math.max(...steps)).toBeLessThan(0.12);
    expect(new Set(values).size).toBeGreaterThan(500);
  });
});

describe('the size of a file', () => {
  it('is known before it is made: frames of 192 bytes, for 24 ms each', () => {
    expect(sizeOf(1_200)).toEqual({ bytes: 9_600_000, samples: 28_798_848 });
    expect(sizeOf(1.01)).toEqual({ bytes: 43 * 192, samples: 41 * 576 });
  });
});
