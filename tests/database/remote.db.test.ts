import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connectionOf, openPostgres, urlsOf } from '../../api/platform/db/open-postgres.ts';
import { isUnavailable } from '../../api/platform/db/unavailable.ts';
import { createLog } from '../../api/platform/log.ts';
import { listenAnywhere } from '../harness/app.ts';
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

test('A URL of several hosts is one for each, and what it says of the host to take is understood', () => {
  const rest = '/app?sslmode=disable';
  expect(urlsOf(`postgres://ada:s@one:1,two:2${rest}&target_session_attrs=read-write`)).toEqual([
    `postgres://ada:s@one:1${rest}`,
    `postgres://ada:s@two:2${rest}`,
  ]);
  expect(urlsOf('postgres:///app?target_session_attrs=primary&host=/var/run')).toEqual([
    'postgres:///app?host=/var/run',
  ]);
});

describePostgres('A database of several hosts', (open) => {
  test('is used at the one that is there and takes writes', async () => {
    const url = urlOf(await open());
    const free = url.replace(/@([^/]+)\//, '@127.0.0.1:1,$1/');
    const database = await openPostgres({ databaseUrl: free, log });
    onTestFinished(() => database.close());
    await database.knex('rate_limits').insert({ key: 'written' });
    await database.knex.raw(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
    // A connection that is made from now on, as while no server leads yet.
    await database.knex.raw('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    const write = () => database.knex('rate_limits').insert({ key: 'while nobody leads' });
    await expect.poll(() => write().then(() => '', String)).toContain('takes no writes');
    expect(await write().then(() => false, isUnavailable)).toBe(true);
    await expect(openPostgres({ databaseUrl: free, log })).rejects.toThrow(/127\.0\.0\.1:\d+ takes no writes/);
  });
});

/** A server that refuses anyone who connects, as a pooler does; resolves to its host. */
async function refuse(message: string): Promise<string> {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(fields.length + 4, 1);
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(Buffer.concat([head, fields])));
  });
  onTestFinished(() => void server.close());
  return `127.0.0.1:${await listenAnywhere(server)}`;
}

const reasonAt = (hosts: string) => openPostgres({ databaseUrl: urlTo(hosts), log }).then(String, String);

describePostgres('A server that cannot be used', (open) => {
  test('is a pooler whose sessions DATABASE_PREPARED does not fit, which is said', async () => {
    const shares = await refuse('unsupported startup parameter: statement_timeout');
    expect(await reasonAt(shares)).toContain('set DATABASE_PREPARED to shared or off');
    const keeps = await refuse('prepared statement did not exist');
    expect(await reasonAt(keeps)).toContain('leave DATABASE_PREPARED on');
  });

  test('is one of several, and what helps is said as for a single one', async () => {
    const { port } = new URL(urlOf(await open()));
    expect(await reasonAt(`127.0.0.1:1,0.0.0.0:${port}`)).toMatch(/ECONNREFUSED.* sslmode=disable to DATABASE_URL\.$/);
  });
});

describePostgres('Sessions', (open) => {
  const settings = "SELECT current_setting('statement_timeout') AS timeout, current_setting('timezone') AS zone";

  test('begin with limits and in UTC; where others share them, nothing is set or prepared', async () => {
    const url = urlOf(await open());
    for (const prepared of ['on', 'off'] as const) {
      const database = await openPostgres({ databaseUrl: url, log, prepared, poolSize: 1 });
      onTestFinished(() => database.close());
      const [row] = await database.query<object>({ name: 'settings', text: settings, values: [] });
      const names = await database.knex('pg_prepared_statements').pluck('name');
      if (prepared === 'on') expect([row, names.includes('settings')]).toEqual([{ timeout: '30s', zone: 'UTC' }, true]);
      else expect([row, names]).toEqual([expect.objectContaining({ timeout: '0' }), []]);
    }
  });
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
