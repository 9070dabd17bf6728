import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What the name of a file ends with while it is made. */
export const partEnding = '.part';

/** Nobody leaves a file alone for so long while it is made. */
const abandonedMilliseconds = 3_600_000;

/** Removes what processes have begun that are no more. */
export async function cleanParts(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(partEnding)) continue;
    const path = join(folder, name);
    // Another process may be cleaning too.
    const found = await stat(path).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > abandonedMilliseconds) await rm(path, { force: true });
  }
}
