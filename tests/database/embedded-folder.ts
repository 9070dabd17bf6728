import { cpSync } from 'node:fs';
import { inject } from 'vitest';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** A folder with a migrated embedded database that nobody has used, removed after the test: a server that begins with none takes seconds to make it. */
export function makeEmbeddedFolder(): string {
  const folder = makeTemporaryFolder();
  cpSync(inject('embeddedFolder'), folder, { recursive: true });
  return folder;
}
