import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { type Duplex, pipeline } from 'node:stream';
import type { Knex } from 'knex';
import type { Log } from '../../log.ts';
import { createDatabase } from '../create-database.ts';
import { createKnex } from '../create-knex.ts';
import { type Database, DatabaseError } from '../database.ts';

/** Where PostgreSQL's clients look for a server when they are given this folder as its host. */
const socketIn = (dataDirectory: string): string => path.resolve(dataDirectory, '.s.PGSQL.5432');

/** A socket's address has 108 bytes on Linux, 104 on macOS, with a zero at the end. */
const maxSocketLength = 103;

/** Whether clients can reach the embedded database of this folder while a process has it. */
export function canListenIn(dataDirectory: string): boolean {
  return process.platform !== 'win32' && Buffer.byteLength(socketIn(dataDirectory)) <= maxSocketLength;
}

/**
 * Lets PostgreSQL's clients of this user in, each by a connection of its own, until the returned function is called. Only
 * for the process that has the folder's lock.
 */
export async function listenIn(dataDirectory: string, connect: () => Duplex): Promise<() => void> {
  const socket = socketIn(dataDirectory);
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    pipeline(client, connect(), client, () => client.destroy());
  }).unref();
  // One that was killed has left its own.
  await rm(socket, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  return () => {
    server.close();
    for (const client of clients) client.destroy();
  };
}

/**
 * Connects to the embedded database of another process; undefined where none has it. Throws `DatabaseError` where one has
 * it and does not answer.
 */
export async function connectToRunning(dataDirectory: string, log: Log): Promise<Database | undefined> {
  if (!canListenIn(dataDirectory)) return undefined;
  const host = path.dirname(socketIn(dataDirectory));
  const database = createEmbedded({ connection: { host, port: 5432, connectionTimeoutMillis: 5_000 }, log });
  try {
    await database.ping();
    return database;
  } catch (error) {
    await database.close();
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED'))
      return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseError(`The process that has the database in ${dataDirectory} does not answer: ${reason}.`, {
      cause: error,
    });
  }
}

interface EmbeddedConnection {
  readonly connection: Knex.PgConnectionConfig;
  readonly log: Log;
  readonly afterClose?: () => Promise<void>;
}

/** The embedded database by this connection to it. */
export function createEmbedded({ connection, ...parts }: EmbeddedConnection): Database {
  const knex = createKnex({
    log: parts.log,
    version: '18',
    // Whatever isn't given here, the driver would take from the environment.
    connections: [{ user: 'postgres', password: '', database: 'postgres', ssl: false, ...connection }],
  });
  // All connections share one session, in which a name could be prepared only once.
  return createDatabase({ ...parts, knex, kind: 'embedded', prepared: 'off' });
}
