import { expect, it } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { createJobStore, recallJobs, type JobStore, type Job, enqueueJob } from '../../api/platform/jobs/queue.ts';
import { describeDatabases, describePostgres } from '../harness/databases.ts';

const claim = (store: JobStore, limit = 10) => store.claim({ kinds: ['note'], limit, leaseSeconds: 60 });

/** A job that one worker has claimed, and another one since. */
async function claimTwice(database: Database): Promise<{ store: JobStore; first: Job }> {
  const store = createJobStore(database);
  await enqueueJob(database.knex, 'note', {});
  const [first] = await claim(store);
  await database.knex('jobs').update({ leased_until: new Date(0) });
  expect(await claim(store)).toHaveLength(1);
  return { store, first: first! };
}

describeDatabases('a worker whose job somebody else has claimed since', (open) => {
  const ends: readonly (readonly [string, (store: JobStore, job: Job) => Promise<void>])[] = [
    ['finish', (store, job) => store.finish(job)],
    ['retry', (store, job) => store.retry(job, { delaySeconds: 0, lastError: 'too late' })],
    ['bury', (store, job) => store.bury(job, 'too late')],
  ];

  it.each(ends)('can not %s it any more', async (_name, end) => {
    const database = await open();
    const { store, first } = await claimTwice(database);
    const before = await database.knex('jobs');
    await end(store, first);
    expect(await database.knex('jobs')).toEqual(before);
  });
});

describeDatabases('after a clock that was ahead for weeks is set back', (open) => {
  const weeks = "interval '40 days'";

  it('jobs that were written, tried or claimed meanwhile are done as soon as they would have been', async () => {
    const { knex, ...database } = await open();
    const ahead = (columns: readonly string[], name: string) =>
      knex('jobs')
        .whereRaw(`payload->>'name' = ?`, [name])
        .update(Object.fromEntries(columns.map((column) => [column, knex.raw(`${column} + ${weeks}`)])));
    const names = ['written', 'planned', 'tried', 'claimed', 'later'];
    for (const name of names) await enqueueJob(knex, 'note', { name });
    await knex('jobs').update({ run_at: knex.raw(`run_at + interval '2 days'`) }).whereRaw(`payload->>'name' ~ 'planned|later'`); // prettier-ignore
    await knex('jobs').update({ attempts: 1, leased_until: knex.fn.now() }).whereRaw(`payload->>'name' = 'claimed'`);
    await knex('jobs').update({ attempts: 1 }).whereRaw(`payload->>'name' = 'tried'`);
    for (const name of ['written', 'planned']) await ahead(['created_at', 'run_at'], name);
    await ahead(['run_at'], 'tried');
    await ahead(['leased_until'], 'claimed');
    await recallJobs({ knex, ...database });

    const claimed = await claim(createJobStore({ knex, ...database }));
    expect(claimed.map(({ payload }) => String(payload['name'])).toSorted()).toEqual(['claimed', 'written']);
    const hours = `round(extract(epoch FROM run_at - now()) / 3600)::int`;
    const waiting = await knex('jobs')
      .whereNull('leased_until')
      .select<{ name: string; hours: number }[]>(knex.raw(`payload->>'name' AS name, ${hours} AS hours`));
    const hoursOf = Object.fromEntries(waiting.map(({ name, hours }) => [name, hours]));
    expect(hoursOf).toEqual({ planned: 48, later: 48, tried: 1 });
    expect(await knex('jobs').where('created_at', '>', knex.fn.now())).toEqual([]);
  });

  it('nothing changes of jobs whose times are right', async () => {
    const database = await open();
    for (const name of ['claimed', 'free']) await enqueueJob(database.knex, 'note', { name });
    await claim(createJobStore(database), 1);
    const before = await database.knex('jobs').orderBy('id');
    await recallJobs(database);
    expect(await database.knex('jobs').orderBy('id')).toEqual(before);
  });
});

describePostgres('a claim', (open) => {
  it('does not wait for a job that somebody else has in hand', async () => {
    const { knex, ...database } = await open();
    for (const name of ['held', 'free']) await enqueueJob(knex, 'note', { name });
    await knex.transaction(async (trx) => {
      await trx.raw(`SELECT id FROM jobs WHERE payload->>'name' = 'held' FOR UPDATE`);
      const jobs = await claim(createJobStore({ knex, ...database }), 1);
      expect(jobs.map(({ payload }) => payload['name'])).toEqual(['free']);
    });
  });
});
