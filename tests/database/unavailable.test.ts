import knex from 'knex';
import { expect, it } from 'vitest';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';
import {
  explainOutage,
  isConnectionBroken,
  isStatementStale,
  isUnavailable,
} from '../../api/platform/db/unavailable.ts';
import { createLog } from '../../api/platform/log.ts';

const withCode = (code: string, message = 'message') => Object.assign(new Error(message), { code });

it.each([
  ['refused', withCode('ECONNREFUSED')],
  ['refused on all addresses', new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])],
  ['reset', withCode('ECONNRESET')],
  ['host unknown', withCode('ENOTFOUND')],
  ['terminated by the administrator', withCode('57P01')],
  ['starting up', withCode('57P03')],
  ['read-only after a failover', withCode('25006', 'cannot execute INSERT in a read-only transaction')],
  ['idle in a transaction for too long', withCode('25P03')],
  ['connection failure', withCode('08006')],
  ['ended while a query ran', new Error('select "a" from "b" - Connection terminated unexpectedly')],
  ['used after it ended', new Error('Client has encountered a connection error and is not queryable')],
  ['not made in time', new Error('timeout expired')],
  ['pool exhausted', new knex.KnexTimeoutError('Knex: Timeout acquiring a connection.')],
])('the database is unavailable by this connection: %s', (_, error) => {
  expect(isUnavailable(error)).toBe(true);
  expect(isConnectionBroken(error)).toBe(true);
});

it.each([
  ['too many connections', withCode('53300')],
  ['disk full', withCode('53100')],
  ['out of memory', withCode('53200')],
  ['deadlock', withCode('40P01')],
  ['a lock that was waited for too long', withCode('55P03')],
])('the database is unavailable, but not for the connection: %s', (_, error) => {
  expect(isUnavailable(error)).toBe(true);
  expect(isConnectionBroken(error)).toBe(false);
});

it.each([
  ['unique violation', withCode('23505')],
  ['wrong SQL', withCode('42601')],
  ['cancelled for its length', withCode('57014')],
  ['any error', new Error('something about a Connection terminated unexpectedly by a hero')],
  ['no error', 'Connection terminated'],
  ['nothing', undefined],
])('the database is available: %s', (_, error) => {
  expect(isUnavailable(error)).toBe(false);
  expect(isConnectionBroken(error)).toBe(false);
});

it.each(['0A000', '26000', '42P05'])('a prepared statement that fails with %s is stale', (code) => {
  const error = withCode(code, 'cached plan must not change result type');
  expect([isUnavailable(error), isConnectionBroken(error), isStatementStale(error)]).toEqual([false, false, true]);
  expect(isStatementStale(withCode('42601'))).toBe(false);
});

it('a disk that is full is that of the server, or of the embedded database', () => {
  const error = withCode('53100', 'CREATE INDEX x - could not extend file: No space left on device');
  const explain = (databaseUrl: string | null) => explainOutage(error, { databaseUrl, dataDirectory: '/data' });
  expect(explain(null)).toMatch(/^The disk of \/data \(DATA_DIR\) is full /);
  expect(explain('postgres://host/db')).toMatch(/^The PostgreSQL server can't be used now: could not extend file/);
  expect(explainOutage(withCode('42601'), { databaseUrl: 'postgres://host/db', dataDirectory: '/data' })).toBeNull();
});

it('a server that is away is to be started: the embedded database would be an empty one', async () => {
  const databaseUrl = 'postgres://127.0.0.1:9/site';
  await expect(openPostgres({ databaseUrl, log: createLog('silent') })).rejects.toThrow(
    /127\.0\.0\.1:9\/site.* Start it or correct DATABASE_URL\.$/,
  );
});
