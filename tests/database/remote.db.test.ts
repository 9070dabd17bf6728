import { expect, onTestFinished, test } from 'vitest';
import { connectionOf, openPostgres } from '../../api/platform/db/open-postgres.ts';
import { createLog } from '../../api/platform/log.ts';
import { describePostgres, urlOf } from '../harness/databases.ts';

const log = createLog('silent');
const urlTo = (host: string, query = '') => `postgres://ada:secret@${host}/app${query}`;

test.each([
  ['db.example', ''],
  ['203.0.113.7:5433', ''],
  ['10.0.0.7', '?application_name=site'],
])('Another machine, %s%s, needs TLS with a certificate that is verified', (host, query) => {
  expect(connectionOf(urlTo(host, query))).toEqual({ connectionString: urlTo(host, query), ssl: true });
});

test.each(['prefer', 'require', 'verify-ca'])('With sslmode=%s its certificate is verified too', (mode) => {
  expect(connectionOf(urlTo('db.example', `?sslmode=${mode}`))).toEqual({
    connectionString: urlTo('db.example', '?sslmode=verify-full'),
    ssl: true,
  });
});

test.each([
  ['localhost', ''],
  ['127.0.0.1:5433', ''],
  ['[::1]', ''],
  ['%2Fvar%2Frun', ''],
  ['db.example', '?host=/var/run'],
])('A server of this machine, %s%s, needs none', (host, query) => {
  expect(connectionOf(urlTo(host, query))).toEqual({ connectionString: urlTo(host, query) });
});

describePostgres('A server without TLS on another machine', (open) => {
  /** By an address that is not known to be this machine's. */
  const connect = async (query: string) => {
    const url = urlOf(await open()).replace('127.0.0.1', '0.0.0.0') + query;
    const database = await openPostgres({ databaseUrl: url, log });
    onTestFinished(() => database.close());
    await database.ping();
  };

  test('is refused in a sentence that says how to go on', async () => {
    const sentence =
      /^PostgreSQL can't be used at 0\.0\.0\.0:\d+\/\w+: .* needs TLS: .* sslmode=disable to DATABASE_URL\.$/;
    for (const query of ['', '?sslmode=require', '?sslmode=no-verify'])
      await expect(connect(query)).rejects.toMatchObject({
        name: 'DatabaseError',
        message: expect.stringMatching(sentence) as string,
      });
  });

  test('is used where TLS is switched off by name', async () => {
    await connect('?sslmode=disable');
  });

  test('is refused in a sentence where the file of its authority is not there', async () => {
    await expect(connect('?sslrootcert=/nowhere.pem')).rejects.toThrow(/^PostgreSQL can't be used at .*nowhere\.pem/);
  });
});
