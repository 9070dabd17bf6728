import type { Knex } from 'knex';
import { expect, it } from 'vitest';
import { describeDatabases, describePostgres, openAgain } from '../harness/databases.ts';

const kinds = (knex: Knex): Promise<string[]> => knex('jobs').orderBy('kind').pluck('kind');
const addJob = (knex: Knex, kind: string) => knex('jobs').insert({ kind, payload: {} });
const lock = (knex: Knex) => knex('jobs').forUpdate().skipLocked().pluck('kind');

describeDatabases('transactions', (open) => {
  it('are undone when they fail', async () => {
    const { knex } = await open();
    const failing = knex.transaction(async (transaction) => {
      await addJob(transaction, 'undone');
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await kinds(knex)).toEqual([]);
  });

  it('go on after a savepoint that was undone', async () => {
    const { knex } = await open();
    await knex.transaction(async (transaction) => {
      await addJob(transaction, 'before');
      const inner = transaction.transaction(async (savepoint) => {
        await addJob(savepoint, 'undone');
        await savepoint.raw('SELECT 1/0');
      });
      await expect(inner).rejects.toThrow('division by zero');
      await addJob(transaction, 'after');
    });
    expect(await kinds(knex)).toEqual(['after', 'before']);
  });

  it('lose no update when many change one row', async () => {
    const { knex } = await open();
    await knex('rate_limits').insert({ key: 'one', points: 0 });
    const increment = () =>
      knex.transaction(async (transaction) => {
        const row = await transaction('rate_limits').where({ key: 'one' }).forUpdate().first<{ points: number }>();
        await transaction('rate_limits').update({ points: row.points + 1 });
      });
    await Promise.all(Array.from({ length: 50 }, increment));
    expect(await knex('rate_limits').pluck('points')).toEqual([50]);
  });

  it('give each job to one worker only, by SKIP LOCKED', async () => {
    const { knex } = await open();
    await knex('jobs').insert(Array.from({ length: 40 }, (_, n) => ({ kind: `job ${n}`, payload: {} })));
    const claim = () =>
      knex.transaction(async (transaction) => {
        const rows = await transaction('jobs').whereNull('leased_until').limit(4).forUpdate().skipLocked().select('id');
        const ids = rows.map(({ id }: { id: string }) => id);
        await transaction('jobs').whereIn('id', ids).update({ leased_until: knex.fn.now() });
        return ids;
      });
    const claimed = (await Promise.all(Array.from({ length: 30 }, claim))).flat();
    expect(claimed).toHaveLength(40);
    expect(new Set(claimed).size).toBe(40);
  });

  it('leave their connection usable after an error of SQL', async () => {
    const { knex } = await open();
    const attempts = Array.from({ length: 40 }, (_, n) => knex.raw(`SELECT 1/${n % 2} AS one`).then(() => true));
    const settled = await Promise.allSettled(attempts);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    await addJob(knex, 'fine');
  });

  it('do not show what is not committed yet', async () => {
    const { knex } = await open();
    let seen: Promise<string[]> | undefined;
    await knex.transaction(async (transaction) => {
      await addJob(transaction, 'first');
      // PostgreSQL answers at once, the embedded database when the transaction is over.
      seen = kinds(knex);
      await addJob(transaction, 'second');
    });
    expect([[], ['first', 'second']]).toContainEqual(await seen);
  });
});

describePostgres('transactions of two processes', (open) => {
  it('skip rows that the other one has locked', async () => {
    const first = await open();
    const second = await openAgain(first);
    await addJob(first.knex, 'only');
    await first.knex.transaction(async (transaction) => {
      expect(await lock(transaction)).toEqual(['only']);
      expect(await second.knex.transaction(lock)).toEqual([]);
    });
    expect(await second.knex.transaction(lock)).toEqual(['only']);
  });
});
