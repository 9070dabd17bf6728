import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '../engine/author/build.ts';

/** Every YAML file of a folder of funnels, in the order of their names. */
export function readFunnelFiles(directory = 'funnels'): SourceFile[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.yaml') || name.endsWith('.yml'))
    .sort()
    .map((name) => readSource(join(directory, name)));
}

/** The topics that funnels speak of. */
export function readTopics(): SourceFile {
  return readSource('content/topics.yaml');
}

function readSource(name: string): SourceFile {
  return { name, text: readFileSync(name, 'utf8') };
}
