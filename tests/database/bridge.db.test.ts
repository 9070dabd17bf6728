import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { connectEmbedded } from '../../api/platform/db/embedded/open-embedded.ts';
import { createLog } from '../../api/platform/log.ts';

describe('connections to the embedded database', () => {
  let pglite: PGlite;
  const connect = async (timeoutMilliseconds = 60_000): Promise<Database> => {
    const database = await connectEmbedded({ pglite, log: createLog('silent'), timeoutMilliseconds });
    onTestFinished(() => database.close());
    return database;
  };

  beforeAll(async () => {
    pglite = await PGlite.create({ loadDataDir: new Blob([await readFile(inject('embeddedImage'))]) });
  });

  afterAll(() => pglite.close());

  it('fail a query that a transaction waits for without running it on itself', async () => {
    const { knex } = await connect(200);
    const stuck = knex.transaction(async (transaction) => {
      await transaction('audit_log').insert({ action: 'undone' });
      await knex('audit_log').insert({ action: 'outside' });
    });
    await expect(stuck).rejects.toThrow('whatever a transaction waits for must be run on the transaction itself');
    expect(await knex('audit_log').pluck('action')).toEqual([]);
  });

  it('wait for a transaction that is busy, however long it takes', async () => {
    const { knex, ping } = await connect(300);
    const busy = knex.transaction(async (transaction) => {
      for (let turn = 0; turn < 10; turn++) {
        await transaction.raw('SELECT 1');
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
    });
    await Promise.all([busy, ping(), ping()]);
  });

  it('undo the transaction of a connection that is closed', async () => {
    const first = await connect();
    const connection = (await first.knex.client.acquireConnection()) as { query(sql: string): Promise<unknown> };
    await connection.query("BEGIN; INSERT INTO audit_log (action) VALUES ('undone')");
    first.knex.client.releaseConnection(connection);
    await first.close();
    const second = await connect();
    expect(await second.knex('audit_log').pluck('action')).toEqual([]);
  });

  it('take texts and replies of megabytes', async () => {
    const { query } = await connect();
    const text = 'ü'.repeat(3_000_000);
    expect(await query({ name: 'large', text: 'SELECT $1::text AS text', values: [text] })).toEqual([{ text }]);
  });

  it('receive notifications from any sender', async () => {
    const { knex } = await connect();
    const connection = (await knex.client.acquireConnection()) as {
      query(sql: string): Promise<unknown>;
      on(event: 'notification', listener: (message: { payload?: string }) => void): void;
    };
    const heard = new Promise((resolve) => connection.on('notification', ({ payload }) => resolve(payload)));
    await connection.query('LISTEN news');
    await knex.raw("NOTIFY news, 'hello'");
    expect(await heard).toBe('hello');
    knex.client.releaseConnection(connection);
  });
});
