import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { createLogins } from '../../api/accounts/logins.ts';
import { createKeys } from '../../api/platform/keys.ts';
import { describePostgres, openAgain } from '../harness/databases.ts';
import { readAccessToken } from '../../api/accounts/tokens.ts';
import { createOneTimeTokens } from '../../api/accounts/one-time-tokens.ts';
import { finishReset, verifyEmail } from '../../schemas/api/auth.ts';
import { outcomeOf, runAccounts } from './running-accounts.ts';

const [before, after] = ['the secret that has served for years', 'the secret that takes over from now on'];
const origin = { ip: '203.0.113.7', requestId: 'rotation' };

describePostgres('a new secret for log-ins', (open) => {
  test('replaces the old one over two processes without logging anybody out', async () => {
    const database = await open();
    const { user } = await runAccounts(database).signUp();
    const processes = [database, await openAgain(database)];
    let secrets: [string, ...string[]][] = [[before], [before]];
    const logins = (process: number) =>
      createLogins({ database: processes[process]!, keys: createKeys(...secrets[process]!) });
    const account = { userId: user.id, authGeneration: 0, userAgent: '' };
    let tokens = await database.knex.transaction((trx) => logins(0).start(trx, account));
    const steps: [string, ...string[]][] = [[before, after], [after, before], [after]];
    for (const step of steps) {
      for (const place of [0, 1]) {
        secrets = secrets.with(place, step);
        // Both processes accept what either has made, while one of them is a step ahead.
        for (const other of [0, 1, 0]) {
          for (const each of secrets)
            expect(readAccessToken(createKeys(...each).accessToken, tokens.accessToken)).not.toBeNull();
          tokens = await logins(other).rotate(tokens.refreshToken, origin);
        }
      }
    }
    expect(readAccessToken(createKeys(before).accessToken, tokens.accessToken)).toBeNull();
    await expect(
      createLogins({ database, keys: createKeys(before) }).rotate(tokens.refreshToken, origin),
    ).rejects.toThrow('session_ended');
  });
});

/** A process with these secrets: what it emails as links of this account, and what it answers to them. */
function runLinks(database: Database, userId: string, secrets: readonly [string, ...string[]]) {
  const keys = createKeys(...secrets);
  const accounts = runAccounts(database, { keys });
  const tokens = createOneTimeTokens({ database, keys });
  const body = { password: 'calmer nights 2' };
  return {
    send: async (purpose: 'reset_password' | 'verify_email', seed = 'a job') => {
      const token = await tokens.issue({ purpose, userId, seed });
      return { userId, token: token! };
    },
    reset: (params: Link) => outcomeOf(accounts.call(finishReset, { params, body })),
    verify: (params: Link) => outcomeOf(accounts.call(verifyEmail, { params })),
  };
}

interface Link {
  readonly userId: string;
  readonly token: string;
}

describePostgres('links in emails, when the secret', (open) => {
  test('is replaced by another one, are useless', async () => {
    const database = await open();
    const { user } = await runAccounts(database).signUp();
    const [old, current] = [[before] as const, [after] as const].map((all) => runLinks(database, user.id, all));
    const [reset, verify] = [await old!.send('reset_password'), await old!.send('verify_email')];
    expect([await current!.reset(reset), await current!.verify(verify)]).toEqual(['link_invalid', 'link_invalid']);
    expect([await old!.verify(verify), await old!.reset(reset)]).toEqual(['done', 'done']);
  });

  test('is replaced step by step, work in processes of the same step, of the one before and of the next', async () => {
    const database = await open();
    const { user } = await runAccounts(database).signUp();
    const steps = [[before] as const, [before, after] as const, [after, before] as const, [after] as const];
    const processes = steps.map((secrets) => runLinks(database, user.id, secrets));
    for (const [step, process] of processes.entries())
      for (const other of processes.slice(Math.max(0, step - 1), step + 2))
        expect(await other.reset(await process.send('reset_password', `${step} ${processes.indexOf(other)}`))).toBe(
          'done',
        );
  });

  test('took no part in how earlier programs stored them, work all the same', async () => {
    const database = await open();
    const { user } = await runAccounts(database).signUp();
    const process = runLinks(database, user.id, [after]);
    const link = await process.send('reset_password');
    await database.knex('one_time_tokens').update({ hash: createHash('sha256').update(link.token).digest() });
    expect([await process.reset(link), await process.reset(link)]).toEqual(['done', 'link_expired']);
  });
});
