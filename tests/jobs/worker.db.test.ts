import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import {
  JobError,
  JobRefused,
  type JobHandler,
  type JobHandlers,
  enqueueJob,
  removeOldDeadJobs,
} from '../../api/platform/jobs/queue.ts';
import { createWorker, type WorkerDependencies } from '../../api/platform/jobs/worker.ts';
import { createLog, type Log } from '../../api/platform/log.ts';
import { describeDatabases, describePostgres } from '../harness/databases.ts';

const doNothing = () => undefined;

const failWith = (error: Error) => () => Promise.reject(error);

const runUntilStopped: JobHandler = (_job, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** A worker that looks often, stopped after the test. */
function startWorker(database: Database, handlers: JobHandlers, options: Partial<WorkerDependencies> = {}) {
  const worker = createWorker({ database, handlers, log: createLog('silent'), pollMilliseconds: 20, ...options });
  worker.start();
  onTestFinished(() => worker.stop());
  return worker;
}

interface JobRow {
  readonly attempts: number;
  readonly last_error: string | null;
  readonly dead_at: Date | null;
  readonly leased_until: Date | null;
  readonly run_at: Date;
}

const readJobs = (database: Database) => database.knex('jobs').select<JobRow[]>();

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

const untilDone = (database: Database) => until(async () => expect(await readJobs(database)).toEqual([]));

/** Moves time on for the jobs: what is to run later is due, what was claimed is free again. */
const passTime = (database: Database) =>
  database
    .knex('jobs')
    .update({ run_at: new Date(0), leased_until: database.knex.raw("leased_until - interval '1 day'") });

describeDatabases('the job queue', (open) => {
  it('does a job once and forgets it', async () => {
    const database = await open();
    const payloads: unknown[] = [];
    await enqueueJob(database.knex, 'note', { text: 'hello', list: [1, { two: null }] });
    startWorker(database, { note: async ({ payload }) => void payloads.push(payload) });
    await untilDone(database);
    expect(payloads).toEqual([{ text: 'hello', list: [1, { two: null }] }]);
  });

  it('has a job exactly if the transaction of its cause was committed', async () => {
    const database = await open();
    const done: unknown[] = [];
    const rolledBack = database.knex.transaction(async (trx) => {
      await enqueueJob(trx, 'note', { of: 'what never was' });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await database.knex.transaction((trx) => enqueueJob(trx, 'note', { of: 'what was' }));
    startWorker(database, { note: async ({ payload }) => void done.push(payload['of']) });
    await untilDone(database);
    expect(done).toEqual(['what was']);
  });

  it('leaves jobs for later and jobs of kinds that it does not know', async () => {
    const database = await open();
    await enqueueJob(database.knex, 'note', {}, { runAt: new Date(Date.now() + 3_600_000) });
    await enqueueJob(database.knex, 'of a newer version', {});
    await enqueueJob(database.knex, 'note', {});
    const note = vi.fn(async () => undefined);
    const worker = startWorker(database, { note });
    await until(() => expect(note).toHaveBeenCalled());
    await worker.stop();
    expect(note).toHaveBeenCalledTimes(1);
    expect(await readJobs(database)).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
  });

  it('does each of 200 jobs once with two workers', async () => {
    const database = await open();
    await Promise.all(Array.from({ length: 200 }, (_, n) => enqueueJob(database.knex, 'count', { n })));
    const done: unknown[] = [];
    let atOnce = 0;
    let maxAtOnce = 0;
    const count: JobHandlers['count'] = async ({ payload }) => {
      maxAtOnce = Math.max(maxAtOnce, (atOnce += 1));
      await pause(2);
      done.push(payload['n']);
      atOnce -= 1;
    };
    startWorker(database, { count });
    startWorker(database, { count });
    await untilDone(database);
    expect(done.toSorted((one, other) => Number(one) - Number(other))).toEqual(
      Array.from({ length: 200 }, (_, n) => n),
    );
    expect(maxAtOnce).toBeGreaterThan(1);
    expect(maxAtOnce).toBeLessThanOrEqual(8);
  });

  it('takes a job at once when it is woken', async () => {
    const database = await open();
    const note = vi.fn(async () => undefined);
    const worker = startWorker(database, { note }, { pollMilliseconds: 1_000_000 });
    await pause(100);
    await enqueueJob(database.knex, 'note', {});
    await pause(100);
    expect(note).not.toHaveBeenCalled();
    worker.wake();
    worker.wake();
    await untilDone(database);
    expect(note).toHaveBeenCalledTimes(1);
  });

  it('goes on without being woken while there is more than it takes at once', async () => {
    const database = await open();
    await Promise.all(Array.from({ length: 30 }, () => enqueueJob(database.knex, 'note', {})));
    startWorker(database, { note: () => pause(1) }, { pollMilliseconds: 1_000_000, concurrency: 2 });
    await untilDone(database);
  });

  it('gives a job that its process did not live to finish to another one, but only after the lease', async () => {
    const database = await open();
    await enqueueJob(database.knex, 'note', {});
    const dying = vi.fn(() => new Promise<never>(() => undefined));
    const crashed = createWorker({ database, handlers: { note: dying }, log: createLog('silent') });
    crashed.start();
    await until(() => expect(dying).toHaveBeenCalled());
    // It never resolves: to the database, that is what a crash looks like.
    void crashed.stop();
    const note = vi.fn(async () => undefined);
    startWorker(database, { note });
    await pause(200);
    expect(note).not.toHaveBeenCalled();
    await passTime(database);
    await untilDone(database);
    expect(note).toHaveBeenCalledTimes(1);
  });

  it('takes no notice of a worker that comes to an end with a job that somebody else has by now', async () => {
    const database = await open();
    await enqueueJob(database.knex, 'note', {});
    let fail: (error: Error) => void = doNothing;
    const slow = startWorker(database, { note: () => new Promise((_resolve, reject) => (fail = reject)) });
    await until(async () => expect(await readJobs(database)).toMatchObject([{ attempts: 1 }]));
    const stopped = slow.stop();
    await passTime(database);
    let finish: () => void = doNothing;
    startWorker(database, { note: () => new Promise<void>((resolve) => (finish = resolve)) });
    await until(async () => expect(await readJobs(database)).toMatchObject([{ attempts: 2 }]));
    fail(new JobError('too late'));
    await stopped;
    const [job] = await readJobs(database);
    expect(job).toMatchObject({ attempts: 2, last_error: null });
    expect(job?.leased_until).not.toBeNull();
    finish();
    await untilDone(database);
  });
});

describePostgres('jobs that fail', (open) => {
  it('are tried later, and the reason is kept without anything personal', async () => {
    const database = await open();
    await enqueueJob(database.knex, 'note', { to: 'ada@example.org' });
    const before = Date.now();
    const worker = startWorker(database, { note: failWith(new Error('ada@example.org was not reached')) });
    await until(async () => expect(await readJobs(database)).toMatchObject([{ last_error: 'Error' }]));
    await worker.stop();
    const [job] = await readJobs(database);
    expect(job).toMatchObject({ attempts: 1, dead_at: null, leased_until: null });
    // A clock of its own may be a little off.
    expect(job!.run_at.getTime()).toBeGreaterThan(before + 4_000);
    expect(job!.run_at.getTime()).toBeLessThan(Date.now() + 11_000);
  });

  it('are done once what was wrong is put right', async () => {
    const database = await open();
    await enqueueJob(database.knex, 'note', {});
    let isBroken = true;
    const note = vi.fn(async () => {
      if (isBroken) throw new JobError('not yet');
    });
    startWorker(database, { note });
    await until(async () => expect(await readJobs(database)).toMatchObject([{ last_error: 'JobError: not yet' }]));
    isBroken = false;
    await passTime(database);
    await untilDone(database);
    expect(note).toHaveBeenCalledTimes(2);
  });

  it('become dead letters after their last attempt, counted and never tried again', async () => {
    const database = await open();
    await enqueueJob(database.knex, 'note', {});
    await enqueueJob(database.knex, 'note', {}, { runAt: new Date(Date.now() + 3_600_000) });
    await database.knex('jobs').where('run_at', '<=', database.knex.fn.now()).update({ attempts: 11 });
    const note = vi.fn(async () => {
      throw new JobError('still not');
    });
    startWorker(database, { note });
    await until(async () => expect((await readJobs(database)).filter((job) => job.dead_at)).toHaveLength(1));
    await database
      .knex('jobs')
      .whereNotNull('dead_at')
      .update({ run_at: new Date(0) });
    await pause(200);
    expect(note).toHaveBeenCalledTimes(1);
    const dead = (await readJobs(database)).filter((job) => job.dead_at);
    expect(dead).toMatchObject([{ attempts: 12, last_error: 'JobError: still not', leased_until: null }]);
  });

  it('are tried until their day, however often they fail, and leave no row', async () => {
    const database = await open();
    const passed = { expiresAt: new Date(Date.now() - 1_000) };
    const ahead = { expiresAt: new Date(Date.now() + 60_000) };
    await enqueueJob(database.knex, 'late', { to: 'ana@example.com' }, passed);
    await enqueueJob(database.knex, 'refused', { to: 'ana@example.com' }, ahead);
    await enqueueJob(database.knex, 'early', {}, ahead);
    await database.knex('jobs').where({ kind: 'early' }).update({ attempts: 11 });
    await database.knex('jobs').where({ kind: 'refused' }).update({ attempts: 2 });
    const fail = failWith(new JobError('still not'));
    startWorker(database, { late: fail, early: fail, refused: failWith(new JobRefused('no such mailbox')) });
    await until(async () =>
      expect(await readJobs(database)).toMatchObject([
        { kind: 'early', attempts: 11, dead_at: null, last_error: 'JobError: still not' },
      ]),
    );
  });

  it('become dead letters sooner when they were refused', async () => {
    const database = await open();
    await enqueueJob(database.knex, 'note', {});
    await database.knex('jobs').update({ attempts: 2 });
    startWorker(database, { note: failWith(new JobRefused('no such mailbox')) });
    await until(async () => expect(await readJobs(database)).toMatchObject([{ dead_at: expect.any(Date) }]));
  });

  it('are given up without another attempt when they seem to kill the process', async () => {
    const database = await open();
    await enqueueJob(database.knex, 'note', {});
    await database.knex('jobs').update({ attempts: 12, leased_until: new Date(0) });
    const note = vi.fn(async () => undefined);
    startWorker(database, { note });
    await until(async () => expect(await readJobs(database)).toMatchObject([{ dead_at: expect.any(Date) }]));
    expect(note).not.toHaveBeenCalled();
    expect(await readJobs(database)).toMatchObject([{ last_error: 'JobError: No attempt came to an end' }]);
  });

  it('are asked to stop before somebody else may take the job', async () => {
    const database = await open();
    await enqueueJob(database.knex, 'note', {});
    startWorker(database, { note: runUntilStopped }, { leaseSeconds: 2 });
    await until(async () => {
      expect(await readJobs(database)).toMatchObject([{ attempts: 1, last_error: 'JobError: It took too long' }]);
    });
  });

  it('are removed on the day until which they were to be tried, also where no worker runs', async () => {
    const database = await open();
    await enqueueJob(database.knex, 'late', {}, { expiresAt: new Date(Date.now() - 1_000) });
    await enqueueJob(database.knex, 'early', {}, { expiresAt: new Date(Date.now() + 60_000) });
    await removeOldDeadJobs(database);
    expect(await readJobs(database)).toMatchObject([{ kind: 'early' }]);
  });

  it('are removed a month after they were given up', async () => {
    const database = await open();
    await enqueueJob(database.knex, 'old', {});
    await enqueueJob(database.knex, 'new', {});
    await enqueueJob(database.knex, 'alive', {});
    const ago = (days: number) => database.knex.raw(`now() - interval '${days} days'`);
    await database
      .knex('jobs')
      .where({ kind: 'old' })
      .update({ dead_at: ago(31) });
    await database
      .knex('jobs')
      .where({ kind: 'new' })
      .update({ dead_at: ago(29) });
    await removeOldDeadJobs(database);
    expect(await database.knex('jobs').orderBy('kind').pluck('kind')).toEqual(['alive', 'new']);
  });
});

describePostgres('a worker that stops', (open) => {
  it('finishes what it has begun and begins nothing more', async () => {
    const database = await open();
    await enqueueJob(database.knex, 'note', {});
    let finish: () => void = doNothing;
    const note = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const worker = startWorker(database, { note }, { concurrency: 1 });
    await until(() => expect(note).toHaveBeenCalled());
    await enqueueJob(database.knex, 'note', {});
    let hasStopped = false;
    const stopped = worker.stop().then(() => (hasStopped = true));
    await pause(100);
    expect(hasStopped).toBe(false);
    finish();
    await stopped;
    expect(note).toHaveBeenCalledTimes(1);
    expect(await readJobs(database)).toMatchObject([{ attempts: 0 }]);
  });

  it('does not wait for a database that is silent, and begins no job that it gets from it later', async () => {
    const database = await open();
    await enqueueJob(database.knex, 'note', {});
    let answer: () => void = doNothing;
    const silent: Database = {
      ...database,
      async query(statement) {
        await new Promise<void>((resolve) => (answer = resolve));
        return database.query(statement);
      },
    };
    const note = vi.fn(async () => undefined);
    const worker = startWorker(silent, { note }, { graceMilliseconds: 50 });
    await worker.stop();
    answer();
    await until(async () => expect(await readJobs(database)).toMatchObject([{ attempts: 1 }]));
    await pause(50);
    expect(note).not.toHaveBeenCalled();
  });

  it('does not wait for the ends of jobs that a silent database does not take', async () => {
    const database = await open();
    await enqueueJob(database.knex, 'note', {});
    const silent: Database = {
      ...database,
      query: (statement) =>
        statement.name === 'claim-jobs' ? database.query(statement) : new Promise<never>(() => undefined),
    };
    const note = vi.fn(async () => undefined);
    const worker = startWorker(silent, { note }, { graceMilliseconds: 50 });
    await until(() => expect(note).toHaveBeenCalled());
    await worker.stop();
    expect(await readJobs(database)).toMatchObject([{ attempts: 1 }]);
  });

  it('gives jobs that do not end in time back to the queue', async () => {
    const database = await open();
    await enqueueJob(database.knex, 'note', {});
    const note = vi.fn(runUntilStopped);
    const worker = startWorker(database, { note }, { graceMilliseconds: 50 });
    await until(() => expect(note).toHaveBeenCalled());
    await worker.stop();
    expect(await readJobs(database)).toMatchObject([
      { leased_until: null, dead_at: null, last_error: 'JobError: The process was stopping' },
    ]);
  });
});

describePostgres('an outage of the database', (open) => {
  it('is logged once, however long it is, and work goes on after it', async () => {
    const database = await open();
    const log = { error: vi.fn<Log['error']>(), warn: vi.fn<Log['warn']>(), info: vi.fn<Log['info']>() };
    let isDown = false;
    let refusals = 0;
    const failing: Database = {
      ...database,
      async query(statement) {
        if (!isDown) return database.query(statement);
        refusals += 1;
        throw new Error('Connection terminated');
      },
    };
    let finish: () => void = doNothing;
    const note = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    startWorker(failing, { note }, { log, pollMilliseconds: 5 });
    await enqueueJob(database.knex, 'note', {});
    await until(() => expect(note).toHaveBeenCalled());
    isDown = true;
    finish();
    await until(() => expect(refusals).toBeGreaterThan(10));
    isDown = false;
    await untilDone(database);
    await until(() => expect(log.info.mock.calls).toEqual([['job_queue_reachable']]));
    expect(log.error.mock.calls.map(([event]) => event)).toEqual(['job_queue_unreachable']);
    expect(note).toHaveBeenCalledTimes(1);
  });
});
