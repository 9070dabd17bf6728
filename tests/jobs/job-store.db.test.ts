import { expect, it } from 'vitest';
import type { Database } from '../../api/db/database.ts';
import { createJobStore, type JobStore } from '../../api/jobs/job-store.ts';
import type { Job } from '../../api/jobs/job.ts';
import { enqueueJob } from '../../api/jobs/queue.ts';
import { describeDatabases, describePostgres } from '../database/databases.ts';

const claim = (store: JobStore, most = 10) => store.claim({ kinds: ['note'], most, leaseSeconds: 60 });

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

describePostgres('a claim', (open) => {
  it('does not wait for a job that somebody else has in hand', async () => {
    const { knex, ...database } = await open();
    for (const name of ['held', 'free']) await enqueueJob(knex, 'note', { name });
    await knex.transaction(async (trx) => {
      await trx.raw(`SELECT id FROM jobs WHERE payload->>'name' = 'held' FOR UPDATE`);
      const jobs = await claim(createJobStore({ knex, ...database }), 1);
      expect(jobs.map(({ payload }) => payload['name'])).toEqual(['free']);
    });
  }, 10_000);
});
