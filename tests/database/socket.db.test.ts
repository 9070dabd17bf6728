import { spawn } from 'node:child_process';
import { cpSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { openEmbedded } from '../../api/platform/db/embedded/open-embedded.ts';
import { connectToRunning } from '../../api/platform/db/embedded/socket.ts';
import { openBeside } from '../../api/platform/db/open-database.ts';
import { createLog } from '../../api/platform/log.ts';
import { makeEmbeddedFolder, makeTemporaryFolder } from '../harness/databases.ts';

const log = createLog('silent');

async function closedAtEnd(opening: Promise<Database | undefined>): Promise<Database> {
  const database = (await opening)!;
  onTestFinished(() => database.close());
  return database;
}
const serve = (dataDirectory: string) => closedAtEnd(openEmbedded({ dataDirectory, log }));
const openForCommand = (dataDirectory: string) => closedAtEnd(openBeside({ databaseUrl: null, dataDirectory, log }));
const addJob = ({ knex }: Database, kind: string) => knex('jobs').insert({ kind, payload: {} });
const kindsOf = ({ knex }: Database) => knex('jobs').orderBy('kind').pluck<string[]>('kind');

describe('the embedded database of a server that runs', () => {
  it('is what a command works on too, by a socket of this user only, and outlasts it', async () => {
    const dataDirectory = makeEmbeddedFolder();
    expect(await connectToRunning(dataDirectory, log)).toBeUndefined();
    // As a process that was killed leaves it.
    writeFileSync(join(dataDirectory, '.s.PGSQL.5432'), '');
    const server = await serve(dataDirectory);
    const command = await openForCommand(dataDirectory);
    await command.knex.transaction(async (transaction) => {
      await transaction('jobs').insert({ kind: 'of the command', payload: {} });
      await transaction('jobs').insert({ kind: 'of the command, too', payload: {} });
    });
    await addJob(server, 'of the server');
    expect(await kindsOf(command)).toEqual(['of the command', 'of the command, too', 'of the server']);
    expect(statSync(dataDirectory).mode & 0o077).toBe(0);
    await command.close();
    expect(await kindsOf(server)).toHaveLength(3);
    await server.close();
    expect(await connectToRunning(dataDirectory, log)).toBeUndefined();
  });

  it('forgets the transaction of a command that is killed', async () => {
    const dataDirectory = makeEmbeddedFolder();
    const server = await serve(dataDirectory);
    const args = ['--import', 'tsx', 'tests/database/hang-in-transaction.ts', dataDirectory];
    const command = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void command.kill('SIGKILL'));
    await new Promise((resolve) => command.stdout.once('data', resolve));
    const waiting = kindsOf(server);
    command.kill('SIGKILL');
    expect(await waiting).toEqual([]);
    await addJob(server, 'after it');
  });

  it('ends the connections of commands when it closes', async () => {
    const dataDirectory = makeEmbeddedFolder();
    const server = await serve(dataDirectory);
    const command = await openForCommand(dataDirectory);
    await server.close();
    await expect(command.ping()).rejects.toThrow();
  });

  it('is told to be out of reach where its path is too long for a socket', async () => {
    const dataDirectory = join(makeTemporaryFolder(), 'x'.repeat(120));
    cpSync(makeEmbeddedFolder(), dataDirectory, { recursive: true });
    await serve(dataDirectory);
    await expect(openForCommand(dataDirectory)).rejects.toThrow(
      /^The embedded database in .* is in use by another process .* the path of DATA_DIR is too long for a socket\.$/,
    );
  });
});
