import knex from 'knex';
import { expect, it } from 'vitest';
import { isConnectionBroken, isUnavailable } from '../../api/db/unavailable.ts';

const withCode = (code: string, message = 'message') => Object.assign(new Error(message), { code });

it.each([
  ['refused', withCode('ECONNREFUSED')],
  ['refused on all addresses', new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])],
  ['reset', withCode('ECONNRESET')],
  ['host unknown', withCode('ENOTFOUND')],
  ['terminated by the administrator', withCode('57P01')],
  ['starting up', withCode('57P03')],
  ['too many connections', withCode('53300')],
  ['connection failure', withCode('08006')],
  ['ended while a query ran', new Error('select "a" from "b" - Connection terminated unexpectedly')],
  ['used after it ended', new Error('Client has encountered a connection error and is not queryable')],
  ['not made in time', new Error('timeout expired')],
  ['pool exhausted', new knex.KnexTimeoutError('Knex: Timeout acquiring a connection.')],
])('the database is unavailable: %s', (_, error) => {
  expect(isUnavailable(error)).toBe(true);
  expect(isConnectionBroken(error)).toBe(true);
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

it('a connection whose prepared statement is out of date is not used again, though the database is available', () => {
  const error = withCode('0A000', 'cached plan must not change result type');
  expect(isUnavailable(error)).toBe(false);
  expect(isConnectionBroken(error)).toBe(true);
});
