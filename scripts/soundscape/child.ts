import { rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import type { SoundJob, SoundReport } from './child-process.ts';
import { sizeOf } from './sound/format.ts';
import { encode } from './sound/mp3.ts';

/** The process that makes one file of audio. It gives way to everything else, and ends with the server. */
// Interrupting `npm run audio` interrupts this too; it ends by the other way, which cleans up.
process.on('SIGINT', () => undefined);
process.once('message', (job: SoundJob) => {
  process.once('disconnect', () => {
    rmSync(job.partPath, { force: true });
    process.exit(1);
  });
  void run(job);
});

async function run(job: SoundJob): Promise<void> {
  lowerPriority();
  try {
    await makeFile(job, (bytes) => report({ kind: 'written', bytes }));
    await report({ kind: 'done' });
  } catch (error) {
    await report({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
  process.exit(0);
}

function lowerPriority(): void {
  try {
    // Not the lowest: somebody listens, and on a busy machine it would stand still.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where the system doesn't let us, it works like any other.
  }
}

/** Resolves when it is on its way, which also lets the channel close when the server is gone. */
function report(message: SoundReport): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}

/**
 * Makes the file of a piece: it appears as a whole, also where another process makes the same one at the same time.
 * Reports after each part how many bytes there are, the last time when the file has its name. When it rejects, nothing
 * is left.
 */
async function makeFile(
  { piece, partPath, path }: SoundJob,
  onWritten: (bytes: number) => Promise<void> | void,
): Promise<void> {
  const { bytes: whole } = sizeOf(piece.durationSeconds);
  try {
    const file = await open(partPath, 'wx');
    try {
      let bytes = 0;
      for await (const part of encode(piece)) {
        await file.writeFile(part);
        bytes += part.length;
        if (bytes < whole) await onWritten(bytes);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partPath, path);
    await onWritten(whole);
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  }
}
