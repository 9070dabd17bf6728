import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlanId } from '../../../schemas/api/payments.ts';

/**
 * What a built site says of itself: `pages.json` at its root. The build writes it (`satisfies SiteManifest`), the server
 * reads it once at its start.
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

/** The company as emails name it; `content/company.yaml` says who it is. */
export interface ManifestCompany {
  readonly name: string;
  readonly number: string;
  readonly address: string;
  /** Where a person answers. */
  readonly email: string;
}

/** A plan, or the same at another price that only some visitors are offered (`content/plans.yaml`). */
export interface ManifestPlan {
  readonly id: PlanId;
  /** The name of what only some visitors are offered. */
  readonly offer?: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** ISO 4217, such as `USD`. */
  readonly currency: string;
  /** Months between payments; null for a single payment. */
  readonly months: number | null;
  readonly recommended: boolean;
  /** Of a local price: whose visitors are offered it, ISO 3166. Without it, it is for all whom no local one is offered. */
  readonly countries?: readonly string[];
}

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
  /** By id of the funnel, then by locale, the file of its `FunnelData`: `assets/sleep-issues.en-1a2b3c4d.json`. */
  readonly funnels: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** As emails name it. */
  readonly company: ManifestCompany;
  /** All plans in the order in which they are offered, then all offers; then the same in each local currency. */
  readonly plans: readonly ManifestPlan[];
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
  throw new SiteError(`${path} is not the manifest of a site. ${rebuild}`);
}

/** Whether the outline is there: it tells a manifest from another file, or from one of another version. */
function isManifest(value: unknown): value is SiteManifest {
  if (!isObject(value)) return false;
  const { locales, defaultLocale, redirects, pages, notFound, funnels, company, plans, assetsUrl, hosts } = value;
  const isOutline = [redirects, pages, notFound, funnels, company, hosts].every(isObject);
  const areLists = [locales, plans].every(Array.isArray);
  return areLists && typeof defaultLocale === 'string' && typeof assetsUrl === 'string' && isOutline;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
