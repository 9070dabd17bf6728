import { join } from 'node:path';
import { madeKey, openAudioBucket, recordingKey } from '../api/content/audio/bucket.ts';
import { ConfigError, readConfig } from '../api/platform/config/config.ts';
import { sampleOf } from '../api/content/audio/sound-maker.ts';
import { readCatalog, recordingsOf } from '../api/content/catalog.ts';
import { choosePieces, makeAll, UnknownSession } from './soundscape/make-all.ts';
import { uploadAll } from './soundscape/upload-all.ts';
import { createMaker } from './soundscape/maker.ts';
import { closeToOthers } from '../api/platform/data-directory.ts';
import { createLog } from '../api/platform/log.ts';
import { recordingsFolder, SiteError } from '../api/platform/site/manifest.ts';

const now = () => new Date();

/** `npm run audio`: makes the audio, and the sample, of all sessions that have no recording, or of those that are named; puts it into the bucket, with recordings, where there is one. */
process.exitCode = await run(process.argv.slice(2));

async function run(ids: readonly string[]): Promise<number> {
  try {
    const config = readConfig(process.env);
    closeToOthers(config.dataDirectory);
    const { sessions } = await readCatalog(config.siteDirectory);
    const pieces = choosePieces(sessions, ids);
    // A failure is printed on a line of its own.
    const maker = createMaker({ folder: config.audioDirectory, log: createLog('silent'), now });
    console.log(`Samples of ${pieces.length} sessions, in ${config.audioDirectory}`);
    const hasSamples = await makeAll(pieces.map(sampleOf), maker, process.stdout);
    console.log(`Audio of ${pieces.length} sessions`);
    const hasAll = await makeAll(pieces, maker, process.stdout);
    if (config.audioBucket === null) return hasSamples && hasAll ? 0 : 1;
    console.log(`Into ${config.audioBucket.url}`);
    const made = pieces.map((piece) => {
      const name = maker.nameOf(piece);
      return { key: madeKey(name), file: join(config.audioDirectory, name), mayChange: false };
    });
    const names = ids.length > 0 ? [] : recordingsOf(sessions);
    const recordings = names.map((name) => {
      const file = join(config.siteDirectory, recordingsFolder, name);
      return { key: recordingKey(name), file, mayChange: true };
    });
    const bucket = openAudioBucket({ settings: config.audioBucket, log: createLog('warn'), now });
    const isUploaded = await uploadAll([...made, ...recordings], bucket, process.stdout);
    return hasSamples && hasAll && isUploaded ? 0 : 1;
  } catch (error) {
    const isKnown = [ConfigError, SiteError, UnknownSession].some((kind) => error instanceof kind);
    console.error(isKnown ? (error as Error).message : error);
    return 1;
  }
}
