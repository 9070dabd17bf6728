import { DatabaseError } from '../api/platform/db/database.ts';
import { createLog } from '../api/platform/log.ts';
import { readConfigOrExit } from './config.ts';
import { withDatabase } from './with-database.ts';

/** Brings the database up to date, and says what it did. */
const config = readConfigOrExit({ ...process.env, NODE_ENV: 'development' });
try {
  const ran = await withDatabase(config, createLog(config.logLevel), (_database, migrated) =>
    Promise.resolve(migrated),
  );
  console.log(ran.length === 0 ? 'The database is up to date.' : `Migrated: ${ran.join(', ')}.`);
} catch (error) {
  if (!(error instanceof DatabaseError)) throw error;
  console.error(error.message);
  process.exit(1);
}
