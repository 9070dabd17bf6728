import { buildFunnels } from '../../../engine/author/build.ts';
import { readFunnelFiles, readCatalogs } from '../../../scripts/build/load-site.ts';
import type { BuiltFunnel } from '../../../engine/model.ts';

let built: readonly BuiltFunnel[] | undefined;

/** The funnels of the site; built once. */
export function realFunnels(): readonly BuiltFunnel[] {
  built ??= buildFunnels({ files: readFunnelFiles(), ...readCatalogs() }).funnels;
  return built;
}

/** One funnel of the site. */
export function realFunnel(id: string): BuiltFunnel {
  const found = realFunnels().find(({ funnel }) => funnel.id === id);
  if (!found) throw new Error(`There is no funnel ${id}.`);
  return found;
}
