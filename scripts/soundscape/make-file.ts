import { open, rename, rm } from 'node:fs/promises';
import { encode } from './sound/mp3.ts';
import type { Job } from './child-process.ts';

/**
 * Makes the file of a piece: everybody sees all of it or nothing, whoever else makes the same at the same time. Tells
 * after each part how many bytes there are. What it has begun is gone when it rejects.
 */
export async function makeFile(
  { piece, partPath, path }: Job,
  onWritten: (bytes: number) => Promise<void> | void,
): Promise<void> {
  try {
    const file = await open(partPath, 'wx');
    try {
      let bytes = 0;
      for await (const part of encode(piece)) {
        await file.writeFile(part);
        bytes += part.length;
        await onWritten(bytes);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partPath, path);
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  }
}
