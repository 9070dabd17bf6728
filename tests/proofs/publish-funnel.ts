import type { CompiledFunnel } from '../../engine/model.ts';
import { migrate } from '../../api/platform/db/migrate.ts';
import { openDatabase } from '../../api/platform/db/open-database.ts';
import { saveFunnelVersions } from '../../api/events/funnel-versions.ts';
import { createLog } from '../../api/platform/log.ts';

/** Publishes a funnel in a database that no server uses yet, so that servers of any site take its events. */
export async function publishFunnel(
  environment: Readonly<Record<string, string>>,
  funnel: CompiledFunnel,
): Promise<void> {
  const { DATABASE_URL = '', DATA_DIR = '' } = environment;
  const place = { databaseUrl: DATABASE_URL || null, dataDirectory: DATA_DIR };
  const database = await openDatabase({ ...place, log: createLog('silent') });
  await migrate(database);
  await saveFunnelVersions(database, [funnel]);
  await database.close();
}
