import type { i18n } from 'i18next';
import type { Locale } from '../../engine/model.ts';
import { addWords } from '../i18n.ts';
import type { Site } from '../site.ts';
import type { Page } from './page.ts';
import { findRoute } from './routes.tsx';

interface Address {
  readonly path: string;
  readonly search: string;
  readonly locale: Locale;
  readonly prerender?: boolean;
}

export interface PreparedPage {
  /** Where the address led: another path where a route sent the visitor on. */
  readonly path: string;
  readonly page: Page;
}

/** Fetches code, data and words of the page at this address, following redirects. Rejects when one can't be had. */
export async function preparePage(site: Site, i18n: i18n, address: Address): Promise<PreparedPage> {
  const { path, search, locale, prerender = false } = address;
  const route = await findRoute(site, path);
  const [page] = await Promise.all([
    route.prepare({ site, locale, search, prerender }),
    addWords(i18n, locale, ['site', ...route.namespaces]),
  ]);
  return 'redirect' in page ? preparePage(site, i18n, { ...address, path: page.redirect }) : { path, page };
}
