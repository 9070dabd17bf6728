import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '../engine/author/build.ts';

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

function readSource(name: string): SourceFile {
  return { name, text: reading(name, () => readFileSync(name, 'utf8')) };
}

function reading<Value>(name: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new UnreadableFiles(`${name} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
