import type { i18n } from 'i18next';
import type { Locale } from '../../engine/model.ts';
import { addWords } from '../i18n.ts';
import type { Admission } from '../session/guard.ts';
import { hasSession } from '../session/cookies.ts';
import type { Site } from '../site.ts';
import { tryAgain } from '../errors.ts';
import type { Page, Redirect, Route } from './page.ts';
import type { PrerenderedVisit } from '../quiz/visit.ts';
import { findRoute } from './routes.tsx';

interface Address {
  readonly path: string;
  readonly search: string;
  readonly locale: Locale;
  /** The visitor has just chosen this locale: it counts more than the language of the account. */
  readonly chosen?: boolean;
  readonly prerender?: PrerenderedVisit;
  /** The visitor asked for another page and was sent to this one. */
  readonly redirected?: boolean;
}

export interface PreparedPage {
  /** Where the address led: another path where a route sent the visitor on. */
  readonly path: string;
  readonly locale: Locale;
  readonly loggedIn: boolean;
  readonly page: Page;
}

/**
 * Fetches code, data and words of the page at this address, following redirects. What fails is tried again;
 * rejects when one can't be loaded.
 */
export async function preparePage(site: Site, i18n: i18n, address: Address): Promise<PreparedPage> {
  const { path, search, prerender = false } = address;
  const route = await tryAgain(() => findRoute(site, path));
  const moved = (!prerender && (await route.moveOn?.(path))) || path;
  if (moved !== path) return preparePage(site, i18n, { ...address, path: moved });
  const redirect = (to: Redirect) =>
    preparePage(site, i18n, { ...address, ...to, path: to.redirect, redirected: true });
  const admission = await admitTo(route, i18n, address);
  if ('redirect' in admission) return redirect(admission);
  const { loggedIn } = admission;
  const wanted = (!address.chosen && admission.locale) || address.locale;
  const locale = localeIn(route.data, wanted);
  const [page] = await Promise.all([
    tryAgain(() => route.prepare({ site, locale, path, search, prerender })),
    tryAgain(() => addWords(i18n, locale, ['site', ...route.namespaces])),
  ]);
  if ('redirect' in page) return redirect(page);
  return { path, locale, loggedIn, page: address.redirected ? { ...page, matchesMarkup: false } : page };
}

/** The locale that a page comes in: the one that is wanted, or the first that its quiz is written in. */
function localeIn(data: Route['data'], wanted: Locale): Locale {
  return !data || data[wanted] ? wanted : Object.keys(data)[0]!;
}

/** Visitors without a session need no code to enter public pages: their first screen doesn't load any. */
async function admitTo(route: Route, i18n: i18n, { path, search, locale, prerender }: Address): Promise<Admission> {
  const { access, fromEmail = false, namespaces } = route;
  const isOpenToAll = access === 'public' || access === 'open';
  if (prerender || (isOpenToAll && !hasSession())) return { loggedIn: false };
  const words = tryAgain(() => addWords(i18n, locale, ['site', ...namespaces]));
  const [{ enter }] = await Promise.all([tryAgain(() => import('../session/guard.ts')), words]);
  return enter({ access, fromEmail, place: path + search, t: i18n.t });
}

/** How a page comes onto the screen. */
export interface ShowOptions {
  /** How long the old page takes to leave, in milliseconds. */
  readonly leave?: number;
  /** The page, where it is here already. */
  readonly prepared?: PreparedPage;
}
