import { mkdirSync } from 'node:fs';
import { DatabaseError } from '../api/platform/db/database.ts';
import { lockFolder } from '../api/platform/db/embedded/lock-folder.ts';
import { readConfigOrExit } from './config.ts';
import { buildServer } from './build/server.mjs';
import { BrokenFunnels, buildSite } from './build/site.ts';
import { UnusableRecording } from './recordings/level-recordings.ts';

/**
 * `npm run build`: builds what has changed. Exits with 1 after printing every problem of every funnel; the site that
 * was built before stays as it is. In production also where visitors who are in the middle of a quiz would lose answers,
 * unless the environment says PUBLISH_ANYWAY=1.
 */
// What only a running server needs in production, a build does not.
const config = readConfigOrExit({ ...process.env, NODE_ENV: 'development' });
/** Two builds would write into the same folders: the second waits, and finds most of its work done. */
const maxWaitMilliseconds = 600_000;
mkdirSync('dist', { recursive: true });
const unlock = await lockFolder('dist/build', {
  timeoutMilliseconds: maxWaitMilliseconds,
  explain: (holder) => `The site is being built by ${holder}, for more than ten minutes. Stop that process.`,
}).catch((error: unknown) => {
  if (!(error instanceof DatabaseError)) throw error;
  console.error(error.message);
  process.exit(1);
});
try {
  await buildSite({
    funnelsDir: config.funnelsDirectory,
    recordingsDir: config.recordingsDirectory,
    siteDir: config.siteDirectory,
    assetsUrl: config.assetsUrl,
    stopsAtLostAnswers: process.env['NODE_ENV'] === 'production' && process.env['PUBLISH_ANYWAY'] !== '1',
  });
  await buildServer();
} catch (error) {
  if (!(error instanceof BrokenFunnels || error instanceof UnusableRecording)) throw error;
  console.error(`${error.message}\n\nThe site was not built. Nothing that was published before has changed.`);
  process.exitCode = 1;
} finally {
  await unlock();
}
