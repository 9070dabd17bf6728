import type { Path } from '../problem.ts';
import { didYouMean } from './did-you-mean.ts';
import type { FunnelDocument } from './document.ts';
import type { Finding, Findings } from './finding.ts';

/** The audio files that sessions may name. */
export interface Recordings {
  /** The folder, as an author would write it. */
  readonly folder: string;
  /** The files in it and its folders, relative to it, with `/`. */
  readonly files: ReadonlySet<string>;
}

/** What a session says of its recordings, after its shape was checked: one for both languages, or one for each. */
export type WrittenAudio = string | Readonly<Partial<Record<string, string>>>;

/** Kinds of audio file that browsers play. */
const endings = ['mp3', 'm4a', 'aac', 'ogg', 'opus', 'wav', 'flac'];

/** Whether it is the address of a recording, and not the name of a file. */
const isAddress = (audio: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(audio);

/** A recording is a file that is there, or an address that the site may send listeners to. */
export function* checkRecordings(
  document: FunnelDocument,
  sessions: Iterable<readonly [string, { readonly audio?: WrittenAudio }]>,
  recordings: Recordings,
): Findings {
  for (const [id, { audio }] of sessions) {
    const path = ['sessions', id, 'audio'];
    if (typeof audio === 'string') yield* checkRecording(document, path, audio, recordings);
    else
      for (const [locale, each] of Object.entries(audio ?? {}))
        if (each !== undefined) yield* checkRecording(document, [...path, locale], each, recordings);
  }
}

function* checkRecording(
  document: FunnelDocument,
  path: Path,
  audio: string,
  { folder, files }: Recordings,
): Iterable<Finding> {
  const wrong = isAddress(audio) ? explainAddress(audio) : explainName(audio, folder);
  if (wrong) {
    yield { in: document, path, code: 'recording_name', ...wrong };
  } else if (!isAddress(audio) && !files.has(audio)) {
    const hint = didYouMean(audio, [...files]).hint ?? `Put the file into ${folder}, or correct its name.`;
    yield { in: document, path, code: 'recording_missing', message: `There is no file "${audio}" in ${folder}.`, hint };
  }
}

interface Wrong {
  readonly message: string;
  readonly hint: string;
}

function explainAddress(audio: string): Wrong | undefined {
  if (/^https:\/\/[^/]*@/.test(audio)) {
    const hint = 'Use an address that needs none, such as https://cdn.example.com/first-minutes.mp3.';
    return { message: `"${audio}" has a name or a password in it.`, hint };
  }
  if (/^https:\/\/[^\s/]/.test(audio) && URL.canParse(audio) && !/\s/.test(audio)) return undefined;
  return { message: `"${audio}" is not an https address.`, hint: 'Such as https://cdn.example.com/first-minutes.mp3.' };
}

function explainName(audio: string, folder: string): Wrong | undefined {
  const isInside = audio.split('/').every((part) => /^[^.\s]/.test(part) && part.trim() === part);
  if (!isInside || /[\\:\0]/.test(audio)) {
    const hint = `Write its name, such as first-minutes.mp3, or es/first-minutes.mp3 for one in the folder es.`;
    return { message: `"${audio}" is not the name of a file in ${folder}.`, hint };
  }
  const ending = /\.([^./]+)$/.exec(audio)?.[1]?.toLowerCase();
  if (ending !== undefined && endings.includes(ending)) return undefined;
  return { message: `"${audio}" is not an audio file that browsers play.`, hint: `These are ${endings.join(', ')}.` };
}
