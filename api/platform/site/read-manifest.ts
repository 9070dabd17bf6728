import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestFile, type SiteManifest } from './manifest.ts';

/** The built site can't be served. The message says what is wrong and what to do. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
}

const rebuild = 'Build the site again: npm run build';

/** Reads and checks the manifest of a built site; throws a `SiteError`. */
export async function readManifest(directory: string): Promise<SiteManifest> {
  const path = join(directory, manifestFile);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new SiteError(`The site has not been built: ${path} can't be read. Run: npm run build`, { cause: error });
  });
  const manifest = parseManifest(text, path);
  const { locales, defaultLocale, pages, notFound } = manifest;
  if (!locales.includes(defaultLocale)) throw new SiteError(`${path}: ${defaultLocale} is not a locale. ${rebuild}`);
  for (const [route, byLocale] of [...Object.entries(pages), ['notFound', notFound] as const]) {
    const missing = locales.filter((locale) => !byLocale[locale]);
    if (missing.length > 0) throw new SiteError(`${path}: ${route} is missing in ${missing.join(', ')}. ${rebuild}`);
  }
  return manifest;
}

function parseManifest(text: string, path: string): SiteManifest {
  try {
    const value: unknown = JSON.parse(text);
    if (isManifest(value)) return value;
  } catch (error) {
    throw new SiteError(`${path} is not JSON. ${rebuild}`, { cause: error });
  }
  throw new SiteError(`${path} is not the manifest of a site. ${rebuild}`);
}

/** Whether the outline is there: it tells a manifest from another file, or from one of another version. */
function isManifest(value: unknown): value is SiteManifest {
  if (!isObject(value)) return false;
  const { locales, defaultLocale, redirects, pages, notFound, funnels, company, plans, apiOrigins } = value;
  const isOutline = [redirects, pages, notFound, funnels, company].every(isObject);
  const areLists = [locales, plans, apiOrigins].every(Array.isArray);
  return areLists && typeof defaultLocale === 'string' && isOutline;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
