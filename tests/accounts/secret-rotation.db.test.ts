import { expect, test } from 'vitest';
import { createLogins } from '../../api/accounts/logins.ts';
import { createKeys } from '../../api/platform/keys.ts';
import { describePostgres, openAgain } from '../harness/databases.ts';
import { readAccessToken } from '../../api/accounts/tokens.ts';
import { runAccounts } from './running-accounts.ts';

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
