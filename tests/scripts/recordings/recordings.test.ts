import { createMp3Encoder } from 'wasm-media-encoders';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { levelRecordings, measure } from '../../../scripts/recordings/level-recordings.ts';
import { LoudnessMeter } from '../../../scripts/recordings/loudness-meter.ts';
import { addGain, readMp3 } from '../../../scripts/recordings/mp3-frames.ts';

const amplitude = (decibels: number) => 10 ** (decibels / 20);

/** A tone of 1 kHz, of so many seconds at each level. */
function tone(sampleRate: number, parts: readonly (readonly [seconds: number, decibels: number])[]): Float32Array {
  const sound = new Float32Array(parts.reduce((sum, [seconds]) => sum + seconds * sampleRate, 0));
  let at = 0;
  for (const [seconds, decibels] of parts)
    for (const end = at + seconds * sampleRate; at < end; at++)
      sound[at] = amplitude(decibels) * Math.sin((2 * Math.PI * 1_000 * at) / sampleRate);
  return sound;
}

function measured(sampleRate: number, sound: Float32Array): LoudnessMeter {
  const meter = new LoudnessMeter(sampleRate);
  for (let start = 0; start < sound.length; start += 1_111) {
    const part = sound.subarray(start, start + 1_111);
    meter.add(part, part);
  }
  return meter;
}

describe('the meter finds what EBU Tech 3341 demands of it:', () => {
  test.each([
    ['a steady tone', 48_000, [[20, -23]], -23],
    ['a soft one', 22_050, [[20, -33]], -33],
    // prettier-ignore
    ['pauses, which do not count', 44_100, [[10, -72], [10, -36], [60, -23], [10, -36], [10, -72]], -23],
    ['nothing', 48_000, [[5, -120]], -Infinity],
  ] as const)('%s', (_, sampleRate, parts, lufs) => {
    const { loudness } = measured(sampleRate, tone(sampleRate, parts));
    expect(loudness === lufs || Math.abs(loudness - lufs) < 0.1, `${loudness} LUFS`).toBe(true);
  });

  test('a peak between two samples', () => {
    const sound = Float32Array.from({ length: 48_000 }, (_, at) => 0.5 * Math.sin((Math.PI * at) / 2 + Math.PI / 4));
    expect(Math.max(...sound)).toBeLessThan(amplitude(-9));
    expect(Math.abs(measured(48_000, sound).truePeak - -6)).toBeLessThan(0.3);
  });
});

interface Sound {
  readonly sampleRate: 24_000 | 44_100;
  readonly channels: 1 | 2;
  readonly sound: Float32Array;
}

async function mp3Of({ sampleRate, channels, sound }: Sound): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure(channels === 1 ? { sampleRate, channels, bitrate: 64 } : { sampleRate, channels, bitrate: 96 });
  const parts = [encoder.encode(Array.from({ length: channels }, () => sound)).slice(), encoder.finalize().slice()];
  return Buffer.concat(parts);
}

/** A folder of recordings, and where they go. */
function workplace(files: Readonly<Record<string, Uint8Array | string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const cache = join(folder, 'cache');
  const level = async (to: string) => {
    const reported: string[] = [];
    const names = Object.keys(files);
    await levelRecordings({ names, from: folder, to: join(folder, to), cache, report: (line) => reported.push(line) });
    return reported;
  };
  return { folder, cache, level };
}

const loudnessOf = async (file: string) => measure(readMp3(readFileSync(file))!);

const quiet = () =>
  mp3Of({
    sampleRate: 44_100,
    channels: 2,
    sound: tone(44_100, [
      [6, -30],
      [2, -90],
    ]),
  });
const loud = () => mp3Of({ sampleRate: 24_000, channels: 1, sound: tone(24_000, [[4, -12]]) });

describe('recordings', () => {
  test('come out as loud as what the server makes, from -30 and from -12 LUFS, and are themselves left alone', async () => {
    const files = { 'quiet.mp3': await quiet(), 'loud.mp3': await loud() };
    const { folder, level } = workplace(files);
    const reported = await level('site');
    expect(reported).toEqual([
      expect.stringMatching(/quiet\.mp3: -(29|30)\.\d LUFS, changed by (9\.0|10\.5) dB$/),
      expect.stringMatching(/loud\.mp3: -1[12]\.\d LUFS, changed by -(7\.5|9\.0) dB$/),
    ]);
    for (const [name, bytes] of Object.entries(files)) {
      expect(Math.abs((await loudnessOf(join(folder, 'site', name))).loudness - -20)).toBeLessThan(1);
      expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
      expect(statSync(join(folder, 'site', name)).size).toBe(bytes.length);
    }
  });

  test('are not made so loud that they clip', async () => {
    const sound = tone(44_100, [
      [5, -40],
      [0.02, -6],
      [5, -40],
    ]);
    const { folder, level } = workplace({ 'clap.mp3': await mp3Of({ sampleRate: 44_100, channels: 2, sound }) });
    expect(await level('site')).toEqual([
      expect.stringMatching(/changed by [34]\.5 dB; its loudest moment allows no more$/),
    ]);
    expect((await loudnessOf(join(folder, 'site/clap.mp3'))).truePeak).toBeLessThan(-1);
  });

  test('are made once, until they change', async () => {
    const { folder, cache, level } = workplace({ 'a.mp3': await quiet() });
    await level('first');
    const made = readdirSync(cache);
    expect(await level('second')).toEqual([]);
    expect(readFileSync(join(folder, 'second/a.mp3'))).toEqual(readFileSync(join(folder, 'first/a.mp3')));
    writeFileSync(join(folder, 'a.mp3'), await loud());
    expect(await level('third')).toHaveLength(1);
    expect(readdirSync(cache)).toHaveLength(1);
    expect(readdirSync(cache)).not.toEqual(made);
  });

  test('that can not be used are named, all of them, with what to do', async () => {
    const silent = await mp3Of({ sampleRate: 24_000, channels: 1, sound: tone(24_000, [[2, -120]]) });
    const sound = await quiet();
    const damaged = Buffer.concat([sound.subarray(0, 9_000), Buffer.alloc(30_000, 'noise'), sound.subarray(9_000)]);
    const wave = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.alloc(2_000, 7)]);
    const { folder, cache, level } = workplace({
      'silent.mp3': silent,
      'damaged.mp3': damaged,
      'wave.mp3': wave,
      'empty.mp3': '',
      'sound.mp3': sound,
    });
    const message = await level('site').catch((error: Error) => error.message);
    expect(
      String(message)
        .split('\n')
        .map((line) => line.replace(/^\S*\//, '')),
    ).toEqual([
      'silent.mp3 is silent. Record it again, or remove it.',
      'damaged.mp3 is damaged, or no MP3. Export it again.',
      'wave.mp3 is a WAV file by what is in it. Export it as MP3.',
      'empty.mp3 is damaged, or no MP3. Export it again.',
    ]);
    expect(readdirSync(join(folder, 'site'))).toEqual(['sound.mp3']);
    expect(readdirSync(cache)).toHaveLength(1);
  });

  test('keep what stands around their sound, and checksums that are right', () => {
    const bytes = readFileSync(new URL('with-checksums.mp3', import.meta.url));
    const tagged = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x05title'), bytes, Buffer.from('TAG'.padEnd(128))]);
    const mp3 = readMp3(tagged)!;
    expect(mp3.frames.length).toBeGreaterThan(70);
    // Where nothing is louder, every checksum comes out as the encoder wrote it.
    expect(Buffer.from(addGain(mp3, 0)).equals(tagged)).toBe(true);
    const changed = addGain(mp3, 2);
    const inside = new Set(
      mp3.frames.flatMap(({ start }) => Array.from({ length: 4 + 2 + 17 }, (_, at) => start + at)),
    );
    const others = [...tagged.keys()].filter((at) => changed[at] !== tagged[at] && !inside.has(at));
    expect(others).toEqual([]);
    expect(Buffer.from(addGain(readMp3(changed)!, -2)).equals(tagged)).toBe(true);
  });
});
