import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MPEGDecoder } from 'mpg123-decoder';
import { targetLoudness } from '../soundscape/sound/loudness.ts';
import { LoudnessMeter } from './loudness-meter.ts';
import { addGain, type Mp3, readMp3, stepDecibels } from './mp3-frames.ts';

/** Raised with every change of what comes out. */
const levellerVersion = 1;

/** No recording is made louder than this, in decibels below full level: a player's own steps add a little. */
const maxTruePeak = -1;

/** A recording can't be brought to the loudness of the others; the message names the file and what to do. */
export class UnusableRecording extends Error {
  override readonly name = 'UnusableRecording';
}

interface Levelling {
  /** Of files in `from`, and so are they named in `to`. */
  readonly names: Iterable<string>;
  /** Its files are never changed. */
  readonly from: string;
  readonly to: string;
  /** What was made before, by a hash of what it was made of. */
  readonly cache: string;
  readonly report: (line: string) => void;
}

/**
 * Puts recordings, all as loud as what the server makes, into a folder: each is measured as it sounds, then the gain of
 * its frames is changed, in steps of 1.5 dB, and nothing is coded again. Rejects with an `UnusableRecording` that tells
 * everything that is wrong with them.
 */
export async function levelRecordings({ names, from, to, cache, report }: Levelling): Promise<void> {
  const problems: string[] = [];
  const used = new Set<string>();
  for (const name of names) {
    const source = path.join(from, name);
    try {
      const bytes = await readFile(source);
      const made = `${hashOf(bytes)}.mp3`;
      used.add(made);
      if (!existsSync(path.join(cache, made))) {
        const { mp3, change } = await level(bytes);
        await writeWhole(path.join(cache, made), mp3);
        report(`${shown(source)}: ${change}`);
      }
      await place(path.join(cache, made), path.join(to, name));
    } catch (error) {
      if (!(error instanceof UnusableRecording)) throw error;
      problems.push(`${shown(source)} ${error.message}`);
    }
  }
  if (problems.length > 0) throw new UnusableRecording(problems.join('\n'));
  const old = existsSync(cache) ? (await readdir(cache)).filter((name) => !used.has(name)) : [];
  await Promise.all(old.map((name) => rm(path.join(cache, name))));
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(`${levellerVersion} ${targetLoudness} `).update(bytes).digest('hex').slice(0, 32);
}

const shown = (file: string) => path.relative('', file).replaceAll(path.sep, '/');

async function level(bytes: Uint8Array): Promise<{ readonly mp3: Uint8Array; readonly change: string }> {
  const mp3 = readMp3(bytes);
  if (mp3 === null) throw new UnusableRecording(explain(bytes));
  const { loudness, truePeak } = await measure(mp3);
  if (loudness === -Infinity) throw new UnusableRecording('is silent. Record it again, or remove it.');
  const wanted = Math.round((targetLoudness - loudness) / stepDecibels);
  const steps = Math.min(wanted, Math.floor((maxTruePeak - truePeak) / stepDecibels));
  const changed = steps === 0 ? 'left as it is' : `changed by ${(steps * stepDecibels).toFixed(1)} dB`;
  const limited = steps < wanted ? '; its loudest moment allows no more' : '';
  return { mp3: addGain(mp3, steps), change: `${loudness.toFixed(1)} LUFS, ${changed}${limited}` };
}

const otherKinds: readonly (readonly [at: number, text: string, kind: string])[] = [
  [0, 'RIFF', 'a WAV file'],
  [0, 'fLaC', 'a FLAC file'],
  [0, 'OggS', 'an Ogg file'],
  [4, 'ftyp', 'an MP4 file'],
];

function explain(bytes: Uint8Array): string {
  const isAt = (at: number, text: string) =>
    Buffer.from(bytes.subarray(at, at + text.length)).equals(Buffer.from(text));
  const kind = otherKinds.find(([at, text]) => isAt(at, text))?.[2];
  return kind ? `is ${kind} by what is in it. Export it as MP3.` : 'is damaged, or no MP3. Export it again.';
}

/** Two seconds or so: a whole session would take half a gigabyte. */
const framesAtOnce = 80;

/** How loud an MP3 is where it is played: mono comes out of both speakers. Rejects where it is damaged. */
export async function measure({
  bytes,
  frames,
  sampleRate,
}: Mp3): Promise<Pick<LoudnessMeter, 'loudness' | 'truePeak'>> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  try {
    const meter = new LoudnessMeter(sampleRate);
    for (let first = 0; first < frames.length; first += framesAtOnce) {
      const part = frames.slice(first, first + framesAtOnce);
      const { channelData, errors } = decoder.decodeFrames(
        part.map(({ start, length }) => bytes.subarray(start, start + length)),
      );
      if (errors.length > 0) throw new UnusableRecording('is damaged. Export it again.');
      const [left, right] = channelData;
      if (left && right) meter.add(left, right);
    }
    return meter;
  } finally {
    decoder.free();
  }
}

/** Builds at the same time may make the same. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const part = `${file}.${process.pid}.part`;
  await writeFile(part, bytes);
  await rename(part, file);
}

async function place(file: string, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  // Another volume has it twice.
  await link(file, target).catch(() => copyFile(file, target));
}
