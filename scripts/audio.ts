import { ConfigError, readConfig } from '../api/platform/config/config.ts';
import { sampleOf } from '../api/content/audio/sound-maker.ts';
import { readCatalog } from '../api/content/catalog.ts';
import { choosePieces, makeAll, UnknownSession } from './soundscape/make-all.ts';
import { createMaker } from './soundscape/maker.ts';
import { closeToOthers } from '../api/platform/data-directory.ts';
import { createLog } from '../api/platform/log.ts';
import { SiteError } from '../api/platform/site/manifest.ts';

/** `npm run audio`: makes the audio, and the sample, of all sessions that have no recording, or of those that are named. */
process.exitCode = await run(process.argv.slice(2));

async function run(ids: readonly string[]): Promise<number> {
  try {
    const config = readConfig(process.env);
    closeToOthers(config.dataDirectory);
    const pieces = choosePieces((await readCatalog(config.siteDirectory)).sessions, ids);
    // A failure is printed on a line of its own.
    const maker = createMaker({ folder: config.audioDirectory, log: createLog('silent'), now: () => new Date() });
    console.log(`Samples of ${pieces.length} sessions, in ${config.audioDirectory}`);
    const hasSamples = await makeAll(pieces.map(sampleOf), maker, process.stdout);
    console.log(`Audio of ${pieces.length} sessions`);
    const hasAll = await makeAll(pieces, maker, process.stdout);
    return hasSamples && hasAll ? 0 : 1;
  } catch (error) {
    const isKnown = [ConfigError, SiteError, UnknownSession].some((kind) => error instanceof kind);
    console.error(isKnown ? (error as Error).message : error);
    return 1;
  }
}
