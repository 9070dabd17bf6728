import type { PreparedResponse } from './prepared.ts';
import type { SiteLocales } from './locale.ts';
import { decodePath } from '../http/target.ts';

/** A page in every locale. */
export type Page = ReadonlyMap<string, PreparedResponse>;

/** What an address of the site is. */
export type Address =
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'file'; readonly file: PreparedResponse }
  | { readonly kind: 'redirect'; readonly status: 301 | 302; readonly to: string };

/** A built site in memory, ready to be served. */
export interface Site extends SiteLocales {
  /** By path, such as `/login`, `/assets/main-1a2b.js` or `/`. */
  readonly addresses: ReadonlyMap<string, Address>;
  /** Pages whose path has parameters. */
  readonly patterns: readonly { readonly pattern: RegExp; readonly address: Address }[];
  readonly notFound: Page;
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
export function findAddress(site: Site, path: string): Address | undefined {
  const address = findExactly(site, path);
  if (address) return address;
  const shorter = withoutTrailingSlashes(path);
  if (shorter === path) return undefined;
  const target = findExactly(site, shorter);
  return target?.kind === 'page' ? { kind: 'redirect', status: 301, to: shorter } : target;
}

function findExactly(site: Site, path: string): Address | undefined {
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
