import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompiledFunnel, FunnelData, FunnelWords } from '../../engine/model.ts';
import '../../engine/run/steps/all.ts';
import { SiteError } from '../platform/site/manifest.ts';

/** The published funnels, by id. */
export type Funnels = ReadonlyMap<string, CompiledFunnel>;

/** Their words, by id of the funnel and locale. */
export type FunnelWordsById = ReadonlyMap<string, Readonly<Record<string, FunnelWords>>>;

/** By id of the funnel, then by locale, the file of its `FunnelData`: `assets/sleep-issues.en-1a2b3c4d.json`. */
export type FunnelDataFiles = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface PublishedFunnels {
  readonly funnels: Funnels;
  readonly funnelWords: FunnelWordsById;
}

/** The words of a funnel in a locale, or in the first of its own where it doesn't have that one. */
export function spokenWords(words: Readonly<Record<string, FunnelWords>> | undefined, locale: string) {
  return words?.[locale] ?? Object.values(words ?? {})[0];
}

/** Reads the funnels of a built site: the very ones that visitors get. Throws a `SiteError` where one can't be read. */
export async function loadPublishedFunnels(siteDirectory: string, funnels: FunnelDataFiles): Promise<PublishedFunnels> {
  const entries = Object.entries(funnels).map(
    async ([id, files]) => [id, await readLocales(siteDirectory, files)] as const,
  );
  const all = await Promise.all(entries);
  return {
    // The flow is the same in each locale.
    funnels: new Map(all.flatMap(([id, [first]]) => (first ? [[id, first[1].funnel] as const] : []))),
    funnelWords: new Map(
      all.map(([id, locales]) => [id, Object.fromEntries(locales.map(([locale, { words }]) => [locale, words]))]),
    ),
  };
}

function readLocales(siteDirectory: string, files: Readonly<Record<string, string>>) {
  return Promise.all(
    Object.entries(files).map(async ([locale, file]) => [locale, await readFunnel(siteDirectory, file)] as const),
  );
}

async function readFunnel(siteDirectory: string, file: string): Promise<FunnelData> {
  try {
    return JSON.parse(await readFile(join(siteDirectory, file), 'utf8')) as FunnelData;
  } catch (error) {
    throw new SiteError(`The funnel ${file} can't be read. Build the site again: npm run build`, { cause: error });
  }
}
