import type { Knex } from 'knex';
import type { Socket } from 'node:net';
import type { Client } from 'pg';

/** What the types of `pg` leave out. */
type ConnectedClient = Client & { readonly connection: { readonly stream: Socket } };

/**
 * Breaks the connection when nothing was heard on it for so long: a server that vanished without a word would otherwise
 * be waited for until TCP gives up, a quarter of an hour later.
 */
export function limitSilence(client: unknown, milliseconds: number): void {
  const { stream } = (client as ConnectedClient).connection;
  stream.setTimeout(milliseconds, () => {
    stream.destroy(Object.assign(new Error('The database server went silent'), { code: 'ETIMEDOUT' }));
  });
}

/** Lifts that limit for a transaction that may take long, until the returned function is called. */
export async function allowSilence(transaction: Pick<Knex.Transaction, 'client'>): Promise<() => void> {
  const client = (await transaction.client.acquireConnection()) as ConnectedClient;
  const { stream } = client.connection;
  const milliseconds = stream.timeout;
  if (milliseconds) stream.setTimeout(0);
  return () => {
    if (milliseconds) stream.setTimeout(milliseconds);
  };
}
