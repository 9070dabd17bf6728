import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale, TopicWords } from '../../engine/model.ts';
import { SiteError } from '../platform/site/read-manifest.ts';

/**
 * The catalogue of sessions as the build publishes it for the server: `catalog.json` at the root of a built site, beside
 * `pages.json` and served as little.
 */
export interface Catalog {
  /** Of all that follows: another hash, another catalogue. */
  readonly hash: string;
  /** Of each kind in the order in which they are listed. */
  readonly labels: readonly CatalogLabel[];
  /** In the order in which they are listed. */
  readonly sessions: readonly CatalogItem[];
}

export interface CatalogLabel {
  readonly kind: 'category' | 'voice' | 'topic';
  readonly id: string;
  readonly words: Readonly<Record<Locale, { readonly title: string } & Partial<TopicWords>>>;
}

export interface CatalogItem {
  readonly id: string;
  readonly category: string;
  readonly voice: string;
  /** The first is what the session is most about. */
  readonly topics: readonly string[];
  readonly durationSeconds: number;
  readonly words: Readonly<Record<Locale, { readonly title: string; readonly summary: string }>>;
  /** Path from the root of the site. */
  readonly imageUrl: string;
  /** By locale, a file in the folder of recordings or an https address; null where the audio is made by the server. */
  readonly audio: Readonly<Record<Locale, string>> | null;
}

/** Name of the catalogue inside the built site. */
export const catalogFile = 'catalog.json';

const rebuild = 'Build the site again: npm run build';

/** Reads the catalogue of a built site; throws a `SiteError` where it is missing or broken. */
export async function readCatalog(siteDirectory: string): Promise<Catalog> {
  const path = join(siteDirectory, catalogFile);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new SiteError(`The catalogue of sessions ${path} can't be read. ${rebuild}`, { cause: error });
  });
  try {
    const value: unknown = JSON.parse(text);
    if (isCatalog(value)) return value;
  } catch (error) {
    throw new SiteError(`${path} is not JSON. ${rebuild}`, { cause: error });
  }
  throw new SiteError(`${path} is not a catalogue of sessions. ${rebuild}`);
}

/** Whether the outline is there: the build has checked what is in it. */
function isCatalog(value: unknown): value is Catalog {
  if (typeof value !== 'object' || value === null) return false;
  const { hash, labels, sessions } = value as Partial<Record<keyof Catalog, unknown>>;
  return typeof hash === 'string' && hash !== '' && Array.isArray(labels) && Array.isArray(sessions);
}
