import type { CompiledFunnel } from '../../engine/model.ts';
import type { Database } from '../platform/db/database.ts';
import { latestVersion, loadFunnelVersion } from '../events/funnel-versions.ts';

/** The funnel as visitors get it now; undefined where none of this id was ever published. */
export async function latestFunnel(database: Database, id: string): Promise<CompiledFunnel | undefined> {
  const version = await latestVersion(database, id);
  return version === undefined ? undefined : loadFunnelVersion(database, id, version);
}
