import { migrateEvents } from '../api/events/open-events.ts';
import { DatabaseError } from '../api/platform/db/database.ts';
import { explainOutage } from '../api/platform/db/unavailable.ts';
import { createLog } from '../api/platform/log.ts';
import { requireKnownHost } from '../api/platform/site/environment.ts';
import { readManifest, SiteError } from '../api/platform/site/manifest.ts';
import { readConfigOrExit } from './config.ts';
import { withDatabase } from './with-database.ts';

/** Brings the databases up to date, and says what it did. */
const config = readConfigOrExit({ ...process.env, NODE_ENV: 'development' });
try {
  // Before processes are replaced by a build that isn't for this address.
  if (config.publicUrl !== null) requireKnownHost(await readManifest(config.siteDirectory), config.publicUrl);
  const log = createLog(config.logLevel);
  const ran = await withDatabase({ ...config, migrates: true }, log, (_database, migrated) =>
    Promise.resolve(migrated),
  );
  console.log(ran.length === 0 ? 'The database is up to date.' : `Migrated: ${ran.join(', ')}.`);
  if (config.eventsDatabaseUrl !== null) {
    const ran = await migrateEvents(config, log);
    console.log(`That of events ${ran.length === 0 ? 'is up to date.' : `was migrated: ${ran.join(', ')}.`}`);
  }
} catch (error) {
  const sentence =
    error instanceof DatabaseError || error instanceof SiteError ? error.message : explainOutage(error, config);
  if (sentence === null) throw error;
  console.error(sentence);
  process.exit(1);
}
