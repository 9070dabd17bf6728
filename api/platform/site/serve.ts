import type { Request, RequestHandler, Response } from 'express';
import { negotiateLocale, localeCookie, type SiteLocales } from '../http/locale.ts';
import { pageSecurityHeaders } from '../http/security-headers.ts';
import { decodePath, splitTarget } from '../http/target.ts';
import { type PreparedResponse, sendPrepared } from './prepared.ts';

interface ServeOptions {
  readonly site: ServedSite;
  readonly countAnswer: CountAnswer;
}

/**
 * Called with each request when it is about to be answered: with a page, a file (of this build or of another), a
 * redirect, or as missing.
 */
export type CountAnswer = (kind: Address['kind'] | 'shared' | 'missing', response: Response) => void;

/** Serves the pages, files and redirects of the site; requests for anything else go on to the next handler. */
export function serveSite({ site, countAnswer }: ServeOptions): RequestHandler {
  return (request, response, next) => {
    const { path, query } = splitTarget(request.url);
    const address = findAddress(site, path);
    if (!address) return next();
    countAnswer(address.kind, response);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendPlain(response.set('Allow', 'GET, HEAD'), 405, 'Method not allowed');
    switch (address.kind) {
      case 'page':
        return sendPage(request, response, { site, page: address.page, query });
      case 'file':
        return sendPrepared(request, response, address.file);
      case 'redirect':
        // Promo data is in the query string: it goes along.
        response.set('Cache-Control', 'no-cache').location(query === '' ? address.to : `${address.to}?${query}`);
        return sendPlain(response, address.status, 'Redirecting');
    }
  };
}

/**
 * Answers what nothing else has answered, with 404: the page that says so, in the visitor's locale, or one line of text
 * where a file was asked for.
 */
export function serveNotFound({ site, countAnswer }: ServeOptions): RequestHandler {
  return (request, response) => {
    countAnswer('missing', response);
    const { path, query } = splitTarget(request.url);
    if (isFilePath(path)) sendPlain(response.set('Cache-Control', 'no-store'), 404, 'Not found');
    else sendPage(request, response, { site, page: site.notFound, query });
  };
}

function sendPage(
  request: Request,
  response: Response,
  { site, page, query }: { site: ServedSite; page: LocalizedPage; query: string },
): void {
  const { locale, asked } = negotiateLocale(site, { query, cookies: request.headers.cookie });
  const prepared = page.get(locale);
  if (!prepared) throw new Error(`A page has no ${locale}`);
  if (asked) response.set('Set-Cookie', localeCookie(locale, request.secure));
  sendPrepared(request, response, prepared);
}

const plainHeaders = pageSecurityHeaders();

function sendPlain(response: Response, status: number, text: string): void {
  response.status(status).set(plainHeaders).type('text/plain').send(text);
}

/** `/assets/…`, and any path that ends in an extension: a page would be no answer to it. */
function isFilePath(path: string): boolean {
  return path.startsWith('/assets/') || /\.[a-z0-9]{1,12}$/i.test(path);
}

/** A page in every locale. */
export type LocalizedPage = ReadonlyMap<string, PreparedResponse>;

/** What an address of the site is. */
export type Address =
  | { readonly kind: 'page'; readonly page: LocalizedPage }
  | { readonly kind: 'file'; readonly file: PreparedResponse }
  | { readonly kind: 'redirect'; readonly status: 301 | 302; readonly to: string };

/** A built site in memory, ready to be served. */
export interface ServedSite extends SiteLocales {
  /** By path, such as `/login`, `/assets/main-1a2b.js` or `/`. */
  readonly addresses: ReadonlyMap<string, Address>;
  /** Pages whose path has parameters. */
  readonly patterns: readonly { readonly pattern: RegExp; readonly address: Address }[];
  readonly notFound: LocalizedPage;
}

/** A route such as `/reset-password/:userId/:token` as an expression on paths. */
export function routePattern(route: string): RegExp {
  const segments = route.split('/').map((segment) => (segment.startsWith(':') ? '[^/]+' : escapeExpression(segment)));
  return new RegExp(`^${segments.join('/')}$`);
}

/**
 * What is at that path of the site, if anything. With slashes at its end, a page's path leads to the path without them:
 * only to paths of the site, so that `//elsewhere.example/` leads nowhere.
 */
export function findAddress(site: ServedSite, path: string): Address | undefined {
  const address = findExactly(site, path);
  if (address) return address;
  const shorter = withoutTrailingSlashes(path);
  if (shorter === path) return undefined;
  const target = findExactly(site, shorter);
  return target?.kind === 'page' ? { kind: 'redirect', status: 301, to: shorter } : target;
}

function findExactly(site: ServedSite, path: string): Address | undefined {
  const address = site.addresses.get(path) ?? site.patterns.find(({ pattern }) => pattern.test(path))?.address;
  if (address || !path.includes('%')) return address;
  return site.addresses.get(decodePath(path) ?? path);
}

/** By hand: an expression for this takes quadratic time on a path of many slashes. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function escapeExpression(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
