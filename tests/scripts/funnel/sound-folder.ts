import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of its own, gone when the test ends. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'funnels-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A folder with the tests' funnel, some pieces of text in its files replaced; gone when the test ends. */
export function folderWith(...changes: readonly (readonly [file: string, old: string, replacement: string])[]): string {
  const folder = emptyFolder();
  cpSync(new URL('../../engine/author/sound/', import.meta.url), folder, { recursive: true });
  for (const name of readdirSync(folder)) if (!name.startsWith('sleep.')) rmSync(join(folder, name));
  for (const [name, old, replacement] of changes) {
    const text = readFileSync(join(folder, name), 'utf8');
    if (!text.includes(old)) throw new Error(`${name} has no ${old}.`);
    writeFileSync(
      join(folder, name),
      text.replace(old, () => replacement),
    );
  }
  return folder;
}

/** The text of each file. */
export function filesIn(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
