import type { ReactNode } from 'react';
import type { TFunction } from 'i18next';
import type { Locale } from '../../engine/model.ts';
import type { Namespace } from '../i18n.ts';
import type { Site } from '../site.ts';

export interface PageRequest {
  readonly site: Site;
  readonly locale: Locale;
  /** The query string with its `?`, or empty. */
  readonly search: string;
  /** At build time: nothing is known of the visitor yet. */
  readonly prerender: boolean;
}

/** A page that is ready to be shown: its code and data are here. */
export interface Page {
  readonly content: ReactNode;
  readonly title: (t: TFunction) => string;
  readonly description?: (t: TFunction) => string;
  /** Whether the prerendered HTML shows the same, so that React can take it over as it is. */
  readonly matchesMarkup: boolean;
  /** For the quiz pages: the funnel whose visit this is. */
  readonly funnel?: string;
}

/** Where to go instead. */
export interface Redirect {
  readonly redirect: string;
}

/** How the page of a route is made. */
export interface Route {
  readonly namespaces: readonly Namespace[];
  /** Source files of its own chunks and addresses of its data: what the HTML preloads. */
  readonly modules: readonly string[];
  readonly data?: Readonly<Record<Locale, string>>;
  /** Fetches what the page needs; rejects when it can't be had. */
  readonly prepare: (request: PageRequest) => Promise<Page | Redirect>;
}
