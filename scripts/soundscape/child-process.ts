import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Piece } from '../../api/content/audio/sound-maker.ts';

/** A process that makes one file. */
interface Child {
  kill(): void;
}

export interface ChildListener {
  report(report: SoundReport): void;
  /** It is over, however it ended; nothing comes after it. */
  exit(reason: string): void;
}

export type StartChild = (job: SoundJob, listener: ChildListener) => Child;

/** With the server (scripts/build/server.mjs); then what it runs is compiled too, and beside it. */
const isCompiled = import.meta.url.endsWith('.mjs');

/** Starts it as a process of its own: the encoder's memory comes and goes with it, and what fails there fails there. */
export const startChild: StartChild = (job, listener) => {
  const child = fork(fileURLToPath(new URL(isCompiled ? 'child.mjs' : 'child.ts', import.meta.url)), {
    execArgv: isCompiled ? [] : ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href],
    // Nothing that the server knows is needed there.
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
  });
  let isOver = false;
  const end = (reason: string) => {
    if (!isOver) listener.exit(reason);
    isOver = true;
  };
  child.on('message', (message) => {
    if (!isOver) listener.report(message as SoundReport);
  });
  child.once('error', (error) => end(error.message));
  child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
  child.send(job, (error) => {
    if (error) child.kill('SIGKILL');
  });
  return { kill: () => void child.kill('SIGKILL') };
};

interface SoundJobOptions {
  readonly startChild: StartChild;
  readonly onWritten: (bytes: number) => void;
}

/** A job that a process is at. */
export interface RunningJob {
  /** Resolves when the process is gone: to null where the file is there, else to why it is not. */
  readonly ended: Promise<string | null>;
  kill(): void;
}

/** A process that says nothing for so long is stuck. */
const silentMilliseconds = 60_000;

/** Runs the job in a process of its own, and ends that when it gets stuck. */
export function runSoundJob(job: SoundJob, { startChild, onWritten }: SoundJobOptions): RunningJob {
  let child: Child | null = null;
  const kill = () => child?.kill();
  const ended = new Promise<string | null>((resolve) => {
    let isDone = false;
    let reason: string | null = null;
    const alarm = setTimeout(kill, silentMilliseconds);
    child = startChild(job, {
      report(report) {
        alarm.refresh();
        if (report.kind === 'written') onWritten(report.bytes);
        if (report.kind === 'failed') ({ reason } = report);
        if (report.kind === 'done') isDone = true;
      },
      exit(how) {
        clearTimeout(alarm);
        resolve(isDone ? null : (reason ?? `The process that made it ended: ${how}.`));
      },
    });
  });
  return { ended, kill };
}

/** What the process that makes audio is asked to do. */
export interface SoundJob {
  readonly piece: Piece;
  /** Written to, then renamed to `path` once it is whole. */
  readonly partPath: string;
  readonly path: string;
}

/** What it tells meanwhile. */
export type SoundReport =
  | { readonly kind: 'written'; readonly bytes: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: string };
