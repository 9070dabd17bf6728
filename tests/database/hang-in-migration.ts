import { migrate } from '../../api/platform/db/migrate.ts';
import { migrations, type Migration } from '../../api/platform/db/migrations/index.ts';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';
import { createLog } from '../../api/platform/log.ts';

/** A process that holds the lock of migrations, says so, and never finishes. */
const database = await openPostgres({ databaseUrl: process.argv[2] ?? '', log: createLog('silent') });
const endless: Migration = {
  up: async (knex) => {
    await knex.raw('CREATE TABLE half_done (text text)');
    console.log('in the middle');
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  },
};
await migrate(database, { migrations: { ...migrations, '0900_endless': endless } });
