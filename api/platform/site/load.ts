import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type HeaderFields, noSources, pageSecurityHeaders, type PageSources } from '../http/security-headers.ts';
import {
  catalogFile,
  manifestFile,
  readManifest,
  recordingsFolder,
  SiteError,
  type SiteManifest,
  type SitePage,
} from './manifest.ts';
import { type Bodies, type PreparedResponse, prepareResponse } from './prepared.ts';
import { type Address, type LocalizedPage, routePattern, type ServedSite } from './serve.ts';

const pageCaching = { 'Cache-Control': 'no-cache', Vary: 'Cookie, Accept-Encoding' };
/** Of a file whose name changes with its content. Pages may find it at another origin that fetches it here (`ASSETS_URL`). */
export const hashedFileHeaders: HeaderFields = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  Vary: 'Accept-Encoding',
  'Access-Control-Allow-Origin': '*',
  ...pageSecurityHeaders({ isForAnyOrigin: true }),
};
const namedFileCaching = { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept-Encoding' };

/** The workers of the members' and of the visitors' pages: they fetch what those do, and a new version is never late. */
const workerFiles = new Set(['sw.js', 'visitor-worker.js']);
const workerCaching = { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' };

interface Settings {
  /**
   * What pages may load besides what is the site's own: those that have an address of their own, and no secret in it.
   */
  readonly sources: PageSources;
  /** Whether visitors are asked first. */
  readonly consent: string;
  /** Where audio may come from, besides the API. */
  readonly audioOrigins?: readonly string[];
  /** The site's own address; null where it is not known. */
  readonly publicUrl?: string | null;
}

/**
 * Reads a built site into memory, with every answer worked out; throws a `SiteError` about a site that is broken. With
 * other analytics it is another build for the browsers' workers, which cache pages with their headers.
 */
export async function loadSite(
  directory: string,
  { sources, consent, audioOrigins = [], publicUrl = null }: Settings = { sources: noSources, consent: '' },
): Promise<ServedSite> {
  const manifest = await readManifest(directory);
  const elsewhere = { apiOrigins: apiOriginsOf(manifest), assetsUrl: manifest.assetsUrl, audioOrigins, sources };
  const policy = shortHash([pageSecurityHeaders(elsewhere), consent]);
  const addresses = new Map<string, Address>(await loadFiles(directory, elsewhere, policy));
  const patterns: { pattern: RegExp; address: Address }[] = [];
  for (const [path, to] of Object.entries(manifest.redirects))
    addresses.set(path, { kind: 'redirect', status: 302, to });
  for (const [route, byLocale] of Object.entries(manifest.pages)) {
    const address: Address = {
      kind: 'page',
      page: await loadPage({ directory, route, byLocale, elsewhere, publicUrl }),
    };
    if (route.includes(':')) patterns.push({ pattern: routePattern(route), address });
    else addresses.set(route, address);
  }
  return {
    locales: manifest.locales,
    defaultLocale: manifest.defaultLocale,
    addresses,
    patterns,
    notFound: await loadPage({
      directory,
      route: 'notFound',
      byLocale: manifest.notFound,
      elsewhere: { ...elsewhere, sources: noSources },
      publicUrl,
    }),
  };
}

/** Other addresses that pages may call, such as `https://api.example.com`: where the API is not the site's own. */
const apiOriginsOf = ({ hosts }: SiteManifest): readonly string[] => [
  ...new Set(Object.values(hosts).filter((address) => address !== '')),
];

/** What pages load and call that is not at the site's own address. */
interface Elsewhere {
  readonly apiOrigins: readonly string[];
  readonly assetsUrl: string;
  readonly audioOrigins: readonly string[];
  readonly sources: PageSources;
}

interface PageSource {
  readonly directory: string;
  readonly route: string;
  readonly byLocale: Readonly<Record<string, SitePage>>;
  readonly elsewhere: Elsewhere;
  readonly publicUrl: string | null;
}

async function loadPage({ directory, route, byLocale, elsewhere, publicUrl }: PageSource): Promise<LocalizedPage> {
  const prepared = Object.entries(byLocale).map(async ([locale, page]): Promise<[string, PreparedResponse]> => {
    const bodies = await readPage(join(directory, page.file), publicUrl).catch((error: unknown) => {
      throw new SiteError(`The page ${page.file} of ${route} can't be read. Build the site again: npm run build`, {
        cause: error,
      });
    });
    // The parameters of our routes are one-time tokens.
    const addressIsSecret = route.includes(':');
    const security = pageSecurityHeaders({
      inline: page.csp,
      isQuiz: page.isQuiz,
      addressIsSecret,
      ...elsewhere,
    });
    const described = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Language': page.locale ?? locale };
    return [locale, prepareResponse(page.status, { ...described, ...pageCaching, ...security }, bodies)];
  });
  return new Map(await Promise.all(prepared));
}

/** Every file that is served under its own name: not the pages, not what only the server or the build reads. */
async function loadFiles(
  directory: string,
  { apiOrigins, assetsUrl, audioOrigins }: Elsewhere,
  policy: string,
): Promise<[string, Address][]> {
  const headersByKind = {
    worker: { ...workerCaching, ...pageSecurityHeaders({ apiOrigins, assetsUrl, audioOrigins }) },
    hashed: hashedFileHeaders,
    named: { ...namedFileCaching, ...pageSecurityHeaders() },
  };
  const names = await readdir(directory, { recursive: true });
  const published = names.map((name) => name.replaceAll(sep, '/')).filter(isPublished);
  return Promise.all(
    published.map(async (name): Promise<[string, Address]> => {
      const kind = kindOf(name);
      const bodies = await (kind === 'worker' ? readWorker : readBodies)(join(directory, name), policy);
      return [`/${name}`, { kind: 'file', file: prepareFile(name, headersByKind[kind], bodies) }];
    }),
  );
}

/** A file of the site, whose name tells its `Content-Type`. */
export function prepareFile(name: string, headers: HeaderFields, bodies: Bodies): PreparedResponse {
  return prepareResponse(200, { 'Content-Type': contentTypeOf(name)!, ...headers }, bodies);
}

function kindOf(name: string): 'worker' | 'hashed' | 'named' {
  if (workerFiles.has(name)) return 'worker';
  return name.startsWith('assets/') ? 'hashed' : 'named';
}

const forServer = [manifestFile, catalogFile, recordingsFolder, 'pages'];

function isPublished(name: string): boolean {
  const isHidden = /(?:^|\/)\.(?!well-known\/)/.test(name);
  const isForServer = forServer.some((each) => name === each || name.startsWith(`${each}/`));
  return contentTypeOf(name) !== undefined && !isHidden && !isForServer;
}

async function readBodies(file: string): Promise<Bodies> {
  const [identity, br, gzip] = await Promise.all([
    readFile(file),
    readIfThere(`${file}.br`),
    readIfThere(`${file}.gz`),
  ]);
  return { identity, ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) };
}

/** The HTML of a page; the address of its picture for networks and messengers, which have to know all of it, is whole. */
async function readPage(file: string, publicUrl: string | null): Promise<Bodies> {
  const bodies = await readBodies(file);
  const html = bodies.identity.toString();
  const placed = html.replace(/<meta property="og:image" content="(?=\/)/, `$&${publicUrl}`);
  return publicUrl === null || placed === html ? bodies : compress(placed);
}

/** The code of a worker, with the policy in the version of its build (scripts/build/site.ts). */
async function readWorker(file: string, policy: string): Promise<Bodies> {
  const text = await readFile(file, 'utf8');
  return compress(text.replace('"version":"', `$&${policy}-`));
}

async function compress(text: string): Promise<Bodies> {
  const identity = Buffer.from(text);
  // With the window of such small files: the usual one would take 20 MB of memory, which stays with the process.
  const params = { [constants.BROTLI_PARAM_LGWIN]: 16 };
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity, { params }), promisify(gzip)(identity)]);
  return { identity, br, gzip: zipped };
}

function shortHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 8);
}

/** The build compresses only text. */
function readIfThere(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(() => undefined);
}

/** The kinds of file that a site is made of, by their extension. */
const contentTypes: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** The `Content-Type` of a file by its name; undefined for a kind of file that sites don't publish. */
export function contentTypeOf(file: string): string | undefined {
  return contentTypes[extname(file)];
}
