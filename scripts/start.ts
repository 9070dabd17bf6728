import { spawnSync } from 'node:child_process';
import { readConfigOrExit } from './config.ts';
import { isBuilt } from './build/sources.ts';
import { requireFreePort } from './require-free-port.ts';

/**
 * `npm start`: builds what has changed, then serves it. A funnel with problems is printed and never published. What
 * builds is a process of its own: this one goes on for months, and needs none of it.
 */
const config = readConfigOrExit();
const { funnelsDirectory: funnelsDir, recordingsDirectory: recordingsDir, siteDirectory: siteDir, assetsUrl } = config;
if (!isBuilt({ funnelsDir, recordingsDir, siteDir, assetsUrl })) {
  await requireFreePort(config);
  build();
}
await import('./serve.ts');

/** Ends this process where there is nothing to serve. */
function build(): void {
  const { status, signal } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], { stdio: 'inherit' });
  if (status === 0) return;
  // A system that is short of memory ends what uses most of it, and V8 ends itself, both without a word.
  const isOfMemory = signal === 'SIGKILL' || signal === 'SIGABRT';
  const reason = isOfMemory
    ? ', probably for lack of memory: a build takes 900 MB. Close other programs, or give it more'
    : '';
  if (signal !== null) console.error(`The build was ended by ${signal}${reason}.`);
  process.exit(status ?? 1);
}
