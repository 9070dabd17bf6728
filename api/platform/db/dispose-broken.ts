import type { EventEmitter } from 'node:events';
import { isConnectionBroken } from './unavailable.ts';

/** Knex replaces a connection that has this property instead of using it again. */
export const disposed = '__knex__disposed';

/** What the types of `pg` leave out. */
interface ReportingClient {
  readonly connection: EventEmitter;
  [disposed]?: unknown;
}

/**
 * Takes a connection out of its pool when the server reports that it is of no more use, whatever it was used for. A
 * connection that the network breaks is seen by Knex itself.
 */
export function disposeWhenBroken(connection: unknown): void {
  const client = connection as ReportingClient;
  client.connection.on('errorMessage', (error: unknown) => {
    if (isConnectionBroken(error)) client[disposed] = error;
  });
}
