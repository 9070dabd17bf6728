import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { SourceFile } from '../engine/author/build.ts';
import type { Recordings } from '../engine/author/session-rules.ts';
import { reasonOf } from './reason-of.ts';

/** A folder or a file that isn't there or can't be read; the message says which and why. */
export class UnreadableFiles extends Error {}

/** Every YAML file of a folder of funnels, in the order of their names. */
export function readFunnelFiles(directory = 'funnels'): SourceFile[] {
  return reading(directory, () => readdirSync(directory))
    .filter((name) => name.endsWith('.yaml') || name.endsWith('.yml'))
    .sort()
    .map((name) => readSource(join(directory, name)));
}

/** The topics that funnels speak of. */
export function readTopics(): SourceFile {
  return readSource('content/topics.yaml');
}

/** The catalogue of sessions. */
export function readSessions(): SourceFile {
  return readSource('content/sessions.yaml');
}

/** The audio files that sessions may name. Where there is no such folder, there are none. */
export function readRecordings(directory: string): Recordings {
  const folder = relative('', directory).replaceAll(sep, '/');
  const found = existsSync(directory) ? reading(folder, () => listFiles(directory)) : [];
  return { folder, files: new Set(found) };
}

function listFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
}

function readSource(name: string): SourceFile {
  return { name, text: reading(name, () => readFileSync(name, 'utf8')) };
}

function reading<Value>(name: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new UnreadableFiles(`${name} can't be read: ${reasonOf(error)}.`);
  }
}
