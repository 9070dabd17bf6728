import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../api/platform/config/config.ts';
import { readConfigOrExit } from './config.ts';
import { isBuilt } from './build/sources.ts';
import { requireFreePort } from './require-free-port.ts';

/**
 * `npm start`: builds what has changed, makes the embedded database where there is none, then serves. A funnel with
 * problems is printed and never published. What builds and what makes the database are processes of their own: this one
 * goes on for months, and would keep the memory that they take.
 */
const config = readConfigOrExit();
const { funnelsDirectory: funnelsDir, recordingsDirectory: recordingsDir, siteDirectory: siteDir, assetsUrl } = config;
if (!isBuilt({ funnelsDir, recordingsDir, siteDir, assetsUrl })) {
  await requireFreePort(config);
  runApart('scripts/build.ts', { name: 'build', memory: 'a build takes 900 MB' });
}
if (makesDatabase(config))
  runApart('scripts/migrate.ts', { name: 'making of the database', memory: 'that takes 800 MB', isSilent: true });
await import('./serve.ts');

/** PGlite writes `PG_VERSION` last. */
function makesDatabase({ databaseUrl, dataDirectory, migrates }: Config): boolean {
  return databaseUrl === null && migrates && !existsSync(path.join(dataDirectory, 'db', 'PG_VERSION'));
}

interface Task {
  readonly name: string;
  /** How much of it the task needs, as part of a sentence. */
  readonly memory: string;
  /** Prints only what goes wrong. Default: false. */
  readonly isSilent?: boolean;
}

/** Runs a script to its end. Where it fails, there is nothing to serve: ends this process. */
function runApart(script: string, { name, memory, isSilent = false }: Task): void {
  const { status, signal } = spawnSync(process.execPath, ['--import', 'tsx', script], {
    stdio: ['inherit', isSilent ? 'ignore' : 'inherit', 'inherit'],
  });
  if (status === 0) return;
  // A system that is short of memory ends what uses most of it, and V8 ends itself, both without a word.
  const isOfMemory = signal === 'SIGKILL' || signal === 'SIGABRT';
  const reason = isOfMemory ? `, probably for lack of memory: ${memory}. Close other programs, or give it more` : '';
  if (signal !== null) console.error(`The ${name} was ended by ${signal}${reason}.`);
  process.exit(status ?? 1);
}
