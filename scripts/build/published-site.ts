import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CompiledFunnel, FunnelData } from '../../engine/model.ts';

/** The data of a funnel in one locale, as the build names it: `sleep-issues.en-mLZiL1GM.json`. */
const dataFile = /^[a-z0-9-]+\.[a-z]{2,3}(-[A-Z]{2})?-[\w-]{8}\.json$/;

/** The funnels of a built site, by id; none where no site stands. */
export function readPublishedFunnels(siteDir: string): ReadonlyMap<string, { readonly funnel: CompiledFunnel }> {
  const assets = path.join(siteDir, 'assets');
  const names = existsSync(assets) ? readdirSync(assets).filter((name) => dataFile.test(name)) : [];
  const data = names.map((name) => JSON.parse(readFileSync(path.join(assets, name), 'utf8')) as Partial<FunnelData>);
  return new Map(data.flatMap(({ funnel }) => (funnel ? [[funnel.id, { funnel }] as const] : [])));
}
