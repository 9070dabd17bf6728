import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { openEmbedded } from '../../api/platform/db/embedded/open-embedded.ts';
import { createLog } from '../../api/platform/log.ts';
import { makeEmbeddedFolder } from '../harness/databases.ts';

const log = createLog('silent');
const open = (dataDirectory: string) => openEmbedded({ dataDirectory, log });

describe('the embedded database of a folder', () => {
  it('loses no acknowledged commit when its process is killed, three times', { timeout: 600_000 }, async () => {
    const dataDirectory = makeEmbeddedFolder();
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round++) acknowledged.push(...(await writeAndKill(dataDirectory, 60 + 60 * round)));
    const database = await open(dataDirectory);
    expect(acknowledged.length).toBeGreaterThanOrEqual(360);
    const [jobs, audited] = await Promise.all([readJobs(database), readActions(database)]);
    expect(acknowledged.filter((kind) => !jobs.has(kind))).toEqual([]);
    expect(audited).toEqual(jobs);
    for (const _ of ['once', 'and again']) await database.close();
    expect(readdirSync(join(dataDirectory, 'db.lock'))).toEqual([]);
  });
});

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
