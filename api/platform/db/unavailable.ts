import knex from 'knex';
import { explainDiskError } from '../data-directory.ts';
import { explainShortage } from '../shortage.ts';
import { DatabaseError } from './database.ts';

/**
 * Whether the error means that the database can't be loaded, is starting or stopping, or has nothing free:
 * nothing is wrong with the request, and later it may succeed. A write may or may not have happened.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof knex.KnexTimeoutError || error instanceof DatabaseError) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = codeOf(error);
  const isOutage = networkCodes.has(code) || brokenCodes.test(code) || passingCodes.test(code);
  return isOutage || driverMessages.test(error.message);
}

/** Whether a database failed, or refused: not the program that asked. */
export function isFromDatabase(error: unknown): boolean {
  return isUnavailable(error) || /^[\dA-Z]{5}$/.test(codeOf(error));
}

/** Where the database is: a server, or embedded (null) in the data folder. */
interface DatabaseAddress {
  readonly databaseUrl: string | null;
  readonly dataDirectory: string;
}

/**
 * A sentence on a database that can only be read, has no room, stops, or whose disk fails, and on what this process has
 * too little of. Else null.
 */
export function explainOutage(error: unknown, { databaseUrl, dataDirectory }: DatabaseAddress): string | null {
  const ofServer = databaseUrl === null ? null : explainServerError(error);
  return ofServer ?? explainShortage(error) ?? explainDiskError(error, dataDirectory);
}

function explainServerError(error: unknown): string | null {
  if (!(error instanceof Error && /^(?:08\w{3}|25006|53\w{3}|57P0[1-5]|58\w{3})$/.test(codeOf(error)))) return null;
  // Knex puts the SQL before the message.
  const reason = error.message.replace(/^[^]* - /, '');
  return `The PostgreSQL server can't be used now: ${reason}. Put that right there, then start this again.`;
}

/** Whether the database had no room for what it was to write. */
export function isDiskFull(error: unknown): boolean {
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error));
}

/** Whether the connection that the error came from must not be used again. */
export function isConnectionBroken(error: unknown): boolean {
  return isUnavailable(error) && !passingCodes.test(codeOf(error));
}

/**
 * Whether a prepared statement failed before it ran, and would run unprepared: a migration changed what it returns, or a
 * connection pooler does not know it or knows another of its name.
 */
export function isStatementStale(error: unknown): boolean {
  return staleStatements.has(codeOf(error));
}

/** Whether a session has other statements than those that were prepared on its connection: a pooler hands it to many. */
export function isStatementForeign(error: unknown): boolean {
  return isStatementStale(error) && codeOf(error) !== '0A000';
}

/** Whether a session was asked for a prepared statement that it doesn't have. */
export function isStatementUnknown(error: unknown): boolean {
  return codeOf(error) === '26000';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The socket file of a server that is stopped.
  'ENOENT',
]);

/**
 * Connection exceptions; read-only, as a primary becomes by a failover; too long idle in a transaction; shut down by the
 * administrator, crashed, starting up, dropped.
 */
const brokenCodes = /^(?:08\w{3}|25006|25P03|57P0[1-5])$/;

/** Out of disk, memory or connections; a deadlock; a lock not free in time. The connection is as good as before. */
const passingCodes = /^(?:53\w{3}|40P01|55P03)$/;

/** `pg` and `tarn` give these errors no code, and Knex puts the SQL before their message. */
const driverMessages = new RegExp(
  `(?:^| - )(?:${[
    'Connection terminated(?: unexpectedly)?',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'timeout expired',
    'operation timed out.*',
    'aborted',
  ].join('|')})$`,
);

const staleStatements = new Set(['0A000', '26000', '42P05']);
