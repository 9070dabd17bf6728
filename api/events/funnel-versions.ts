import type { Database } from '../platform/db/database.ts';
import type { CompiledFunnel } from '../../engine/model.ts';

/**
 * Stores the funnels that this server serves, so that visits of them can be replayed for as long as there are any. Those
 * of the newest build are the latest versions from now on.
 */
export async function saveFunnelVersions(
  database: Database,
  funnels: Iterable<CompiledFunnel>,
  { isNewest = true }: { readonly isNewest?: boolean } = {},
): Promise<void> {
  const all = [...funnels].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const columns = [all.map(({ id }) => id), all.map(({ version }) => version), all.map((flow) => JSON.stringify(flow))];
  await database.query({ name: 'save-funnel-versions', text: saveText, values: [...columns, isNewest] });
}

const saveText = `
  INSERT INTO funnel_versions (funnel, version, flow) SELECT * FROM unnest($1::text[], $2::text[], $3::json[])
  ON CONFLICT (funnel, version) DO UPDATE SET served_at = now() WHERE $4::boolean`;

/** The funnel as it was published under that version; undefined where it never was. It is read once. */
export async function loadFunnelVersion(
  database: Database,
  funnel: string,
  version: string,
): Promise<CompiledFunnel | undefined> {
  const cache = cacheOf(database);
  const key = `${funnel} ${version}`;
  const known = cache.get(key);
  if (known) return known;
  const text = 'SELECT flow FROM funnel_versions WHERE funnel = $1 AND version = $2';
  const statement = { name: 'load-funnel-version', text, values: [funnel, version] };
  const [row] = await database.query<{ flow: CompiledFunnel }>(statement);
  if (row) cacheVersion(cache, key, row.flow);
  return row?.flow;
}

/** The version of the funnel in the newest build that is served; undefined where there is no such funnel. */
export async function latestVersion(database: Database, funnel: string): Promise<string | undefined> {
  const text =
    'SELECT version FROM funnel_versions WHERE funnel = $1 ORDER BY served_at DESC, published_at DESC LIMIT 1';
  const [row] = await database.query<{ version: string }>({ name: 'latest-funnel-version', text, values: [funnel] });
  return row?.version;
}

/** More than is ever reported or counted at once. */
const maxCached = 100;
const caches = new WeakMap<Database, Map<string, CompiledFunnel>>();

function cacheOf(database: Database): Map<string, CompiledFunnel> {
  const cache = caches.get(database) ?? new Map<string, CompiledFunnel>();
  caches.set(database, cache);
  return cache;
}

/** The one that came first makes room. */
function cacheVersion(cache: Map<string, CompiledFunnel>, key: string, flow: CompiledFunnel): void {
  const [first] = cache.keys();
  if (cache.size >= maxCached && first !== undefined) cache.delete(first);
  cache.set(key, flow);
}

/** Whether there is, or was, a funnel of that id. */
export type IsKnownFunnel = (id: string) => Promise<boolean>;

/**
 * Knows the funnels that this server serves, and asks the database for others: pages of one that has been taken off the
 * site may still be open, and another server may have published one since.
 */
export function createKnownFunnels(database: Database, served: Iterable<string>): IsKnownFunnel {
  const known = new Set(served);
  const text = 'SELECT FROM funnel_versions WHERE funnel = $1 LIMIT 1';
  return async (id) => {
    if (known.has(id)) return true;
    const rows = await database.query({ name: 'is-known-funnel', text, values: [id] });
    if (rows.length > 0) known.add(id);
    return rows.length > 0;
  };
}

/** The funnel as visitors get it now; undefined where none of this id was ever published. */
export async function latestFunnel(database: Database, id: string): Promise<CompiledFunnel | undefined> {
  const version = await latestVersion(database, id);
  return version === undefined ? undefined : loadFunnelVersion(database, id, version);
}
