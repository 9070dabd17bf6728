import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompiledFunnel, FunnelData } from '../../engine/model.ts';
import { readManifest, SiteError } from '../site/read-manifest.ts';

/** The published funnels, by id. */
export type Funnels = ReadonlyMap<string, CompiledFunnel>;

/** Reads the funnels of a built site: the very ones that visitors get. Throws a `SiteError` where one can't be read. */
export async function loadFunnels(siteDirectory: string): Promise<Funnels> {
  const { funnels } = await readManifest(siteDirectory);
  const entries = Object.entries(funnels).map(
    async ([id, file]) => [id, await readFunnel(siteDirectory, file)] as const,
  );
  return new Map(await Promise.all(entries));
}

async function readFunnel(siteDirectory: string, file: string): Promise<CompiledFunnel> {
  try {
    return (JSON.parse(await readFile(join(siteDirectory, file), 'utf8')) as FunnelData).funnel;
  } catch (error) {
    throw new SiteError(`The funnel ${file} can't be read. Build the site again: npm run build`, { cause: error });
  }
}
