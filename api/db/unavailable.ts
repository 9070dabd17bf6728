import knex from 'knex';

/**
 * Whether the error means that the database can't be reached, is starting or stopping, or has no connection free:
 * nothing is wrong with the request, and later it may succeed. A write may or may not have happened.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof knex.KnexTimeoutError) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return networkCodes.has(code) || serverCodes.test(code) || driverMessages.test(error.message);
}

/** Whether the connection that the error came from must not be used again. */
export function isConnectionBroken(error: unknown): boolean {
  return isUnavailable(error) || (error instanceof Error && 'code' in error && staleStatements.has(String(error.code)));
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

/** Connection exceptions, too many connections, shut down by the administrator, crashed, starting up, dropped. */
const serverCodes = /^(?:08\w{3}|53300|57P0[1-5])$/;

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

/** A migration changed what a prepared statement returns, or a connection pooler does not know the statement. */
const staleStatements = new Set(['0A000', '26000', '42P05']);
