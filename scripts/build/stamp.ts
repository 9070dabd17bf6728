import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A hash over these files and everything in these folders: equal when nothing has changed. */
export function hashOf(paths: readonly string[], ...also: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of also) hash.update(text).update('\0');
  for (const file of paths.flatMap(filesIn).sort()) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

export function isStamped(file: string, hash: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8') === hash;
}

export function writeStamp(file: string, hash: string): void {
  writeFileSync(file, hash);
}

function filesIn(start: string): string[] {
  if (!statSync(start).isDirectory()) return [start];
  return readdirSync(start).flatMap((name) => filesIn(path.join(start, name)));
}
