import { spawnSync } from 'node:child_process';
import { readConfigOrExit } from './config.ts';
import { isBuilt } from './build/sources.ts';

/**
 * `npm start`: builds what has changed, then serves it. A funnel with problems is printed and never published. What
 * builds is a process of its own: this one goes on for months, and needs none of it.
 */
const config = readConfigOrExit();
const { funnelsDirectory: funnelsDir, recordingsDirectory: recordingsDir, siteDirectory: siteDir, assetsUrl } = config;
if (!isBuilt({ funnelsDir, recordingsDir, siteDir, assetsUrl })) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
await import('./serve.ts');
