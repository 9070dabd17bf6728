import type { ComponentType, ReactNode } from 'react';
import type { TFunction } from 'i18next';
import type { Locale, SceneDrawing } from '../../engine/model.ts';
import type { Namespace } from '../i18n.ts';
import type { PrerenderedVisit } from '../quiz/visit.ts';
import type { Access } from '../session/guard.ts';
import type { Site } from '../site.ts';
import type { EarlyVisit } from '../starter/early-visit.ts';

export interface PageRequest {
  readonly site: Site;
  readonly locale: Locale;
  /** The path, without the query string. */
  readonly path: string;
  /** The query string with its `?`, or empty. */
  readonly search: string;
  /** At build time: all that is known of the visitor. */
  readonly prerender: PrerenderedVisit | false;
}

/** What the frame around a page gets. */
export interface LayoutProps {
  readonly locale: Locale;
  readonly onChangeLocale: (locale: Locale) => void;
  readonly path: string;
  readonly loggedIn: boolean;
  /** As in `Page`. */
  readonly funnel?: string | undefined;
  readonly children: ReactNode;
}

/** A page that is ready to be shown: its code and data are here. */
export interface Page {
  readonly content: ReactNode;
  readonly title: (t: TFunction) => string;
  readonly description?: (t: TFunction) => string;
  /** Whether the prerendered HTML shows the same, so that React can take it over as it is. */
  readonly matchesMarkup: boolean;
  /** For the quiz pages, right before they are shown: goes on with what the visitor has done on the page so far. */
  readonly takeOver?: (early: EarlyVisit) => void;
  /** For the pages of a quiz, its result and its plan: the funnel whose visit this is. They come in its languages. */
  readonly funnel?: string;
  /** That funnel's own; without it the site's. */
  readonly accent?: string | undefined;
  /** Stands faintly behind it. */
  readonly backdrop?: SceneDrawing | undefined;
  /** The frame around it; default: `PublicLayout`. */
  readonly layout?: ComponentType<LayoutProps>;
}

/** What the browser's tab, search results and shared links say: the page, and whose it is. */
export function titleOf({ title }: Page, t: TFunction): string {
  return `${title(t)} · ${t('site:brand')}`;
}

/** Where to go instead. */
export interface Redirect {
  readonly redirect: string;
  /** In which language, whatever that of the account is; without it as asked for. */
  readonly locale?: Locale;
  readonly chosen?: true;
}

/** How the page of a route is made. */
export interface Route {
  readonly access: Access;
  readonly namespaces: readonly Namespace[];
  /** Source files of its own chunks and addresses of its data: what the HTML preloads. */
  readonly modules: readonly string[];
  readonly data?: Readonly<Record<Locale, string>>;
  /** Where this address of the page leads before it matters who asks; a page has one that leads nowhere else. */
  readonly moveOn?: (path: string) => Promise<string>;
  /** It shows the quiz that was finished last, in its accent. */
  readonly showsLastQuiz?: true;
  /** Emails lead here: expired tokens don't matter. */
  readonly fromEmail?: boolean;
  /** Fetches what the page needs; rejects when it can't be loaded. */
  readonly prepare: (request: PageRequest) => Promise<Page | Redirect>;
}
