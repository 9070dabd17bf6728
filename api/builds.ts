import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { CatalogFile } from './content/catalog.ts';
import { loadCatalog } from './content/catalog.ts';
import { saveFunnelVersions } from './events/funnel-versions.ts';
import type { Database } from './platform/db/database.ts';
import type { ManifestCompany } from './emails/email.ts';
import type { FunnelDataFiles, Funnels } from './funnels/published.ts';
import type { ManifestPlan } from './payments/plan.ts';
import { manifestFile, notManifest, readManifest, type SiteManifest } from './platform/site/manifest.ts';

/** All that a build says of itself in the manifest of its site: what is served, and what the domains take from it. */
export interface BuildManifest extends SiteManifest {
  readonly funnels: FunnelDataFiles;
  readonly company: ManifestCompany;
  /** All plans in the order in which they are offered, then all offers; then the same in each local currency. */
  readonly plans: readonly ManifestPlan[];
}

/** Reads and checks it; throws a `SiteError`. */
export async function readBuildManifest(directory: string): Promise<BuildManifest> {
  const manifest: SiteManifest & Partial<BuildManifest> = await readManifest(directory);
  const { funnels, company, plans } = manifest;
  if (!funnels || !company || !plans) throw notManifest(join(directory, manifestFile));
  return { ...manifest, funnels, company, plans };
}

/** What a process publishes of the build that it serves. */
export interface PublishedBuild {
  readonly id: string;
  readonly funnels: Funnels;
  readonly catalog: CatalogFile;
}

/** The same for the same build, wherever it was made. */
export function buildIdOf(manifest: BuildManifest, catalog: CatalogFile): string {
  return createHash('sha256').update(JSON.stringify(manifest)).update(catalog.hash).digest('base64url').slice(0, 22);
}

/** So often a process says that its build is served. */
export const publishMilliseconds = 60_000;

/**
 * Says that the build is served, and publishes its catalogue and its funnels' versions unless a process has a newer build:
 * during a deploy, an old process that starts again undoes nothing. A build that is served again after a newer one (a
 * roll-back) is published once no process has said for three minutes that it serves the newer one.
 */
export async function publishBuild(database: Database, { id, funnels, catalog }: PublishedBuild): Promise<void> {
  const [row] = await database.query<{ isNewest: boolean }>({ name: 'serve-build', text: serveText, values: [id] });
  // The embedded database has one process alone.
  const isNewest = row!.isNewest || database.kind === 'embedded';
  await saveFunnelVersions(database, funnels.values(), { isNewest });
  if (isNewest) await loadCatalog(database, catalog);
}

const serveText = `
  WITH served AS (
    INSERT INTO builds (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET served_at = now() RETURNING first_served_at
  )
  SELECT NOT EXISTS (
    SELECT FROM builds, served
    WHERE builds.first_served_at > served.first_served_at AND builds.served_at > now() - interval '3 minutes'
  ) AS "isNewest"`;
