import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeToOthers } from '../../api/platform/data-directory.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { openEmbedded } from '../../api/platform/db/embedded/open-embedded.ts';
import { migrate } from '../../api/platform/db/migrate.ts';
import { createLog } from '../../api/platform/log.ts';
import { makeEmbeddedFolder, makeTemporaryFolder } from '../harness/databases.ts';

const log = createLog('silent');
const open = (dataDirectory: string) => openEmbedded({ dataDirectory, log });

describe('the embedded database of a folder', () => {
  it(
    'makes its folder, hides it from other users, is alone in it, and keeps what was written',
    { timeout: 600_000 },
    async () => {
      const dataDirectory = join(makeTemporaryFolder(), 'not', 'there', 'yet');
      const umask = closeToOthers(dataDirectory);
      onTestFinished(() => void process.umask(umask));
      const database = await open(dataDirectory);
      await migrate(database);
      await database.knex('jobs').insert({ kind: 'kept', payload: {} });
      expect(openToOthersIn(dataDirectory)).toEqual([]);
      await expect(open(dataDirectory)).rejects.toThrow(`${join(dataDirectory, 'db')} is in use by another process`);
      await database.close();
      await database.close();
      expect(readdirSync(join(dataDirectory, 'db.lock'))).toEqual([]);
      const again = await open(dataDirectory);
      expect(await migrate(again)).toEqual([]);
      expect(await again.knex('jobs').pluck('kind')).toEqual(['kept']);
      await again.close();
    },
  );

  it('loses no acknowledged commit when its process is killed, three times', { timeout: 600_000 }, async () => {
    const dataDirectory = makeEmbeddedFolder();
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round++) acknowledged.push(...(await writeAndKill(dataDirectory, 60 + 60 * round)));
    const database = await open(dataDirectory);
    onTestFinished(() => database.close());
    expect(acknowledged.length).toBeGreaterThanOrEqual(360);
    const [jobs, audited] = await Promise.all([readJobs(database), readActions(database)]);
    expect(acknowledged.filter((kind) => !jobs.has(kind))).toEqual([]);
    expect(audited).toEqual(jobs);
  });
});

const openToOthersIn = (folder: string) =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (file) => (statSync(join(folder, file)).mode & 0o077) !== 0,
  );
const readJobs = async ({ knex }: Database) => new Set(await knex('jobs').pluck<string[]>('kind'));
const readActions = async ({ knex }: Database) => new Set(await knex('audit_log').pluck<string[]>('action'));

/** Resolves with what the process had acknowledged when it was killed, at least as many as told. */
async function writeAndKill(dataDirectory: string, count: number): Promise<readonly string[]> {
  const child = startWriter(dataDirectory);
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += String(chunk);
    if (text.split('\n').length > count) child.kill('SIGKILL');
  }
  // The last line may be cut.
  return text.split('\n').slice(0, -1);
}

function startWriter(dataDirectory: string) {
  const args = ['--import', 'tsx', 'tests/database/write-until-killed.ts', dataDirectory];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
