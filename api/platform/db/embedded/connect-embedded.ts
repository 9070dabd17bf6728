import type { PGlite } from '@electric-sql/pglite';
import type { Log } from '../../../log.ts';
import { createDatabase } from '../create-database.ts';
import { createKnex } from '../create-knex.ts';
import type { Database } from '../database.ts';
import { Bridge } from './bridge.ts';

interface EmbeddedParts {
  readonly pglite: PGlite;
  readonly log: Log;
  /** Default: 5,000. */
  readonly patienceMilliseconds?: number;
  readonly afterClose?: () => Promise<void>;
}

/** Connects Knex and the ordinary driver to a PGlite that runs. From then on nobody else may talk to it. */
export async function connectEmbedded(parts: EmbeddedParts): Promise<Database> {
  const { pglite, log, patienceMilliseconds = 5_000, afterClose } = parts;
  await pglite.exec("SET TIME ZONE 'UTC'");
  const bridge = new Bridge({ execute: (bytes) => pglite.execProtocolRaw(bytes), patienceMilliseconds });
  const knex = createKnex({
    log,
    version: '18',
    // Whatever isn't given here, the driver would take from the environment.
    connection: {
      stream: () => bridge.connect(),
      host: 'embedded',
      user: 'postgres',
      password: '',
      database: 'postgres',
      ssl: false,
    },
  });
  return createDatabase({ knex, kind: 'embedded', ...(afterClose && { afterClose }) });
}
