import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Job, Report } from './job.ts';

/** A process that makes one file. */
export interface Child {
  kill(): void;
}

export interface ChildListener {
  report(report: Report): void;
  /** It is over, however it ended; nothing comes after it. */
  exit(reason: string): void;
}

export type StartChild = (job: Job, listener: ChildListener) => Child;

/** Starts it as a process of its own: the encoder's memory comes and goes with it, and what fails there fails there. */
export const startChild: StartChild = (job, listener) => {
  const child = fork(fileURLToPath(new URL('child.ts', import.meta.url)), {
    execArgv: ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href],
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
    if (!isOver) listener.report(message as Report);
  });
  child.once('error', (error) => end(error.message));
  child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
  child.send(job, (error) => {
    if (error) child.kill('SIGKILL');
  });
  return { kill: () => void child.kill('SIGKILL') };
};
