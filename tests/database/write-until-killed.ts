import { migrate } from '../../api/platform/db/migrate.ts';
import { openEmbedded } from '../../api/platform/db/embedded/open-embedded.ts';
import { createLog } from '../../api/platform/log.ts';

/** A process that writes jobs to the embedded database of a folder for ever, and prints each one that is committed. */
const database = await openEmbedded({ dataDirectory: process.argv[2] ?? '', log: createLog('silent') });
await migrate(database);
const write = async (worker: number) => {
  for (let count = 0; ; count++) {
    const kind = `${process.pid}-${worker}-${count}`;
    await database.knex.transaction(async (transaction) => {
      await transaction('jobs').insert({ kind, payload: {} });
      await transaction('audit_log').insert({ action: kind });
    });
    // At once: what a pipe has taken in survives the process.
    process.stdout.write(`${kind}\n`);
  }
};
await Promise.all([1, 2, 3].map(write));
