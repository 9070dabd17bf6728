import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What a built site says of itself: `pages.json` at its root. The build writes it, the server reads it at its start.
 *
 * Beside it lie the pages, the hashed files of `assets/`, and any file that is served from the root under its own name
 * (`robots.txt`, `favicon.svg`). Every text file may also be there as `<file>.br` and `<file>.gz`.
 */

/** One page in one locale. */
export interface SitePage {
  /** Path inside the built site, with `/`: `pages/login.es.html`. */
  readonly file: string;
  /** The one that it is in, where it doesn't come in the one that it is listed under: a quiz may have fewer. */
  readonly locale?: string;
  /** The status it is sent with: 200, or 404 for the page of unknown addresses. */
  readonly status: number;
  /** A quiz, which strangers come to from elsewhere. */
  readonly isQuiz?: boolean;
  /** Hashes of what the page holds inline, each as `sha256-<base64>`, without quotes. Empty where it holds nothing. */
  readonly csp: { readonly scripts: readonly string[]; readonly styles: readonly string[] };
}

/** What the server serves of a built site; `BuildManifest` has what else the build says. */
export interface SiteManifest {
  readonly locales: readonly string[];
  readonly defaultLocale: string;
  /** From a path to a path, such as `/` to `/daily-emotional-reset`. The query string goes along. */
  readonly redirects: Readonly<Record<string, string>>;
  /**
   * By route as the specification (section 2) writes it, `/reset-password/:userId/:token`, then by locale. Every route
   * has every locale.
   */
  readonly pages: Readonly<Record<string, Readonly<Record<string, SitePage>>>>;
  /** The page of unknown addresses, by locale. */
  readonly notFound: Readonly<Record<string, SitePage>>;
  /** What addresses of hashed files begin with: `/assets/`, or `https://cdn.example.com/assets/` (`ASSETS_URL`). */
  readonly assetsUrl: string;
  /**
   * Where the API is, by the hostname that the site is opened at (`content/hosts.yaml`): its address, such as
   * `https://api.example.com`, or empty for the site's own.
   */
  readonly hosts: Readonly<Record<string, string>>;
}

/** Name of the manifest inside the built site. */
export const manifestFile = 'pages.json';

/** Name of the catalogue of sessions beside it, which is not served either. */
export const catalogFile = 'catalog.json';

/** The folder beside it with the recordings that sessions name, all as loud; members alone may hear them. */
export const recordingsFolder = 'recordings';

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
  throw notManifest(path);
}

/** Of a file that is another one, or of another version. */
export function notManifest(path: string): SiteError {
  return new SiteError(`${path} is not the manifest of a site. ${rebuild}`);
}

/** Whether the outline is there: it tells a manifest from another file, or from one of another version. */
function isManifest(value: unknown): value is SiteManifest {
  if (!isObject(value)) return false;
  const { locales, defaultLocale, redirects, pages, notFound, assetsUrl, hosts } = value;
  const isOutline = [redirects, pages, notFound, hosts].every(isObject);
  return isOutline && Array.isArray(locales) && typeof defaultLocale === 'string' && typeof assetsUrl === 'string';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
