import { expect, test } from 'vitest';
import { cleanUp } from '../../api/accounts/clean-up.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { describePostgres } from '../harness/databases.ts';
import { outcomeOf, runAccounts } from './running-accounts.ts';

/** Moves a time of all rows of a table into the past. */
async function age(database: Database, [table, column]: readonly [string, string], interval: string): Promise<void> {
  await database.knex(table).update({ [column]: database.knex.raw(`${column} - ?::interval`, [interval]) });
}

describePostgres('the clean-up', (open) => {
  test.each([
    ['sessions', 'expires_at', '59 days', '1 day 1 hour'],
    ['sessions', 'created_at', '209 days', '1 day 1 hour'],
    ['one_time_tokens', 'expires_at', '9 days', '1 day 1 hour'],
    ['email_changes', 'created_at', '29 days', '1 day 1 hour'],
    ['sent_emails', 'sent_at', '364 days', '1 day 1 hour'],
    ['audit_log', 'at', '364 days', '1 day 1 hour'],
  ])('removes rows of %s by their old %s, and no others', async (table, column, young, more) => {
    const database = await open();
    const accounts = runAccounts(database);
    const { user } = await accounts.signUp();
    await accounts.link(user.id, 'verify_email');
    const change = { user_id: user.id, login_id: user.id, auth_generation: 0, new_email: 'new@example.org' };
    await database.knex('email_changes').insert(change);
    await database.knex('sent_emails').insert({ id: 'job', user_id: user.id, request: {} });
    await age(database, [table, column], young);
    await cleanUp(database);
    expect(await database.knex(table)).toHaveLength(1);
    await age(database, [table, column], more);
    await cleanUp(database);
    expect(await database.knex(table)).toHaveLength(0);
    expect(await database.knex('users')).toHaveLength(1);
  });

  test('removes a session 30 days after its end', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    await accounts.logOut(await accounts.signUp());
    await age(database, ['sessions', 'ended_at'], '29 days');
    await cleanUp(database);
    expect(await database.knex('sessions')).toHaveLength(1);
    await age(database, ['sessions', 'ended_at'], '2 days');
    await cleanUp(database);
    expect(await database.knex('sessions')).toHaveLength(0);
  });

  test('removes counts of limits that have run out', async () => {
    const database = await open();
    const now = Date.now();
    await database.knex('rate_limits').insert([
      { key: 'old', points: 1, expire: now - 3_600_000 },
      { key: 'current', points: 1, expire: now + 3_600_000 },
    ]);
    await cleanUp(database);
    expect(await database.knex('rate_limits').select('key')).toEqual([{ key: 'current' }]);
  });

  test('goes through all rows, however few it looks at at a time', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const { user } = await accounts.signUp();
    for (let count = 1; count <= 6; count += 1) {
      await accounts.logIn();
      await accounts.link(user.id, 'verify_email');
    }
    const old = { sessions: 'expires_at', one_time_tokens: 'expires_at', audit_log: 'at' };
    for (const [table, column] of Object.entries(old)) {
      const keys = table === 'one_time_tokens' ? 'hash' : 'id';
      const some = database.knex(table).orderBy(keys).limit(5).select(keys);
      await database
        .knex(table)
        .whereIn(keys, some)
        .update({ [column]: new Date(0) });
    }
    const counts = Array.from({ length: 5 }, (_, at) => ({ key: `old ${at}`, points: 1, expire: 1 }));
    await database.knex('rate_limits').insert(counts);
    await cleanUp(database, { batchSize: 2 });
    for (const table of ['sessions', 'audit_log']) expect(await database.knex(table)).toHaveLength(2);
    expect(await database.knex('one_time_tokens')).toHaveLength(1);
    expect(await database.knex('rate_limits')).toEqual([]);
  });

  test('may be done by all processes at once', async () => {
    const database = await open();
    const accounts = runAccounts(database);
    const tokens = await accounts.signUp();
    await Promise.all(Array.from({ length: 10 }, () => cleanUp(database)));
    expect(await outcomeOf(accounts.refresh(tokens.refreshToken))).toBe('done');
  });
});
