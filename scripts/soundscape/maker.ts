import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  MakingError,
  type Piece,
  type SoundMaker,
  type SoundMakerDependencies,
} from '../../api/content/audio/sound-maker.ts';
import {
  type SoundJob,
  runSoundJob,
  type RunningJob,
  type StartChild,
  startChild as startProcess,
} from './child-process.ts';
import { Making } from './making.ts';
import { kilobits, sampleRate, sizeOf } from './sound/format.ts';
import { generatorVersion } from './sound/recipe.ts';

interface MakerDependencies extends SoundMakerDependencies {
  readonly startChild?: StartChild;
}

interface Task {
  readonly job: SoundJob;
  readonly name: string;
  readonly making: Making;
}

/** After a failure the next attempt waits, so that a full disk doesn't keep the machine busy. */
const pauseMilliseconds = 10_000;

/**
 * Makes the audio of sessions when it is asked for first, one at a time, into a folder that other processes may use too:
 * of those in line what somebody waits for. What has no listener any more does not delay them.
 */
export function createMaker({ folder, log, now, startChild = startProcess }: MakerDependencies): SoundMaker {
  const tasks = new Map<string, Task>();
  const failures = new Map<string, { readonly at: number; readonly error: MakingError }>();
  /** Names of what was stopped before it was whole. */
  const stopped = new Set<string>();
  let running: { readonly task: Task; readonly job: RunningJob; readonly settled: Promise<void> } | null = null;
  let folderIsReady: Promise<void> | null = null;
  let isClosed = false;

  function startNext(): void {
    if (isClosed) return;
    if (running) return makeRoom(running);
    for (const task of tasks.values()) {
      if (task.making.isAwaited) {
        const job = runSoundJob(task.job, { startChild, onWritten: (bytes) => task.making.grow(bytes) });
        running = { task, job, settled: settle(task, job) };
        return;
      }
      tasks.delete(task.name);
    }
  }

  /** Nothing is stopped twice: two that go to and fro between sessions would keep the machine busy for ever. */
  function makeRoom({ task, job }: { readonly task: Task; readonly job: RunningJob }): void {
    const { name, making } = task;
    if (making.isHeard || stopped.has(name)) return;
    if (![...tasks.values()].some((other) => other.making.isAwaited)) return;
    stopped.add(name);
    // From now on, a request for it starts over.
    tasks.delete(name);
    job.kill();
  }

  async function settle(task: Task, job: RunningJob): Promise<void> {
    const reason = await job.ended;
    if (reason !== null) await fail(task, reason);
    if (tasks.get(task.name) === task) tasks.delete(task.name);
    running = null;
    setImmediate(startNext);
  }

  async function fail(task: Task, reason: string): Promise<void> {
    const { job, name, making } = task;
    const error = new MakingError(reason);
    const isStopped = isClosed || tasks.get(name) !== task;
    if (!isStopped) {
      failures.set(name, { at: now().getTime(), error });
      log.error('audio_not_made', error, { contentId: job.piece.id });
      // It may be the folder that is gone.
      folderIsReady = null;
    }
    making.fail(error);
    await rm(job.partPath, { force: true }).catch(() => undefined);
  }

  async function prepareFolder(): Promise<void> {
    try {
      await mkdir(folder, { recursive: true });
      await cleanParts(folder, now());
    } catch (error) {
      folderIsReady = null;
      log.error('audio_not_made', error);
      throw new MakingError('The folder for audio can not be used.', { cause: error });
    }
  }

  function refuseAfterFailure(name: string): void {
    const failure = failures.get(name);
    if (failure && Math.abs(now().getTime() - failure.at) < pauseMilliseconds) throw failure.error;
    failures.delete(name);
  }

  function taskOf(piece: Piece, name: string, path: string): Task {
    const task = tasks.get(name) ?? {
      job: { piece, path, partPath: `${path}.${randomUUID()}${partEnding}` },
      name,
      making: new Making(startNext),
    };
    tasks.set(name, task);
    // When the caller has begun to wait.
    setImmediate(startNext);
    return task;
  }

  return {
    nameOf: fileNameOf,

    async demand(piece) {
      const name = fileNameOf(piece);
      const { bytes } = sizeOf(piece.durationSeconds);
      const path = join(folder, name);
      const audio = { name, bytes, path };
      const found = tasks.has(name) ? null : await stat(path).catch(() => null);
      if (found?.size === bytes) return { ...audio, partPath: null, making: null };
      refuseAfterFailure(name);
      folderIsReady ??= prepareFolder();
      await folderIsReady;
      const { job, making } = taskOf(piece, name, path);
      return { ...audio, partPath: job.partPath, making };
    },

    async close() {
      isClosed = true;
      running?.job.kill();
      await running?.settled;
    },
  };
}

/** The name of a piece's file: another one as soon as anything about its sound is another. */
function fileNameOf({ id, category, voice, durationSeconds }: Piece): string {
  const sound = JSON.stringify([generatorVersion, sampleRate, kilobits, id, category, voice, durationSeconds]);
  const hash = createHash('sha256').update(sound).digest('hex').slice(0, 16);
  return `${id.replaceAll(/[^\w-]/g, '_')}-${hash}.mp3`;
}

/** What the name of a file ends with while it is made. */
const partEnding = '.part';

/** A file that is being made changes more often than that. */
const abandonedMilliseconds = 3_600_000;

/** Removes what processes have begun that are no more. */
async function cleanParts(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(partEnding)) continue;
    const path = join(folder, name);
    // Another process may be cleaning too.
    const found = await stat(path).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > abandonedMilliseconds) await rm(path, { force: true });
  }
}
