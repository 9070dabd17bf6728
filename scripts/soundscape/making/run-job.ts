import type { Job } from './job.ts';
import type { Child, StartChild } from './start-child.ts';

interface RunParts {
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

/** Has a process of its own do the job, and ends it when it gets stuck. */
export function runJob(job: Job, { startChild, onWritten }: RunParts): RunningJob {
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
