import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { I18nextProvider } from 'react-i18next';
import { StaticRouter } from 'react-router';
import { App } from './app/App.tsx';
import { titleOf } from './app/page.ts';
import { preparePage } from './app/prepare-page.ts';
import { findRoute, loadOtherRoutes } from './app/routes.tsx';
import { addFunnelData } from './quiz/load-funnel.ts';
import { addWords, createI18n } from './i18n.ts';
import type { PrerenderedVisit } from './quiz/visit.ts';
import { Scene } from './quiz/Scene.tsx';
import type { Locale, SceneDrawing } from '../engine/model.ts';
import type { Site } from './site.ts';

export { addFunnelData, findRoute };
export { isBundled } from './quiz/fields/index.ts';

/** Every path that has a page of its own. */
export async function routePaths(site: Site): Promise<readonly string[]> {
  const { otherPaths } = await loadOtherRoutes();
  return [...site.funnels.map(({ path }) => path), ...otherPaths];
}

export interface RenderedPage {
  readonly html: string;
  readonly title: string;
  readonly description: string;
  /** What to do where no script runs. */
  readonly noScript: string;
  /** What screen readers hear while the page is hidden from logged-in members. */
  readonly loading: string;
  /** What is said while the page's own script does not come: at first, then with a button to try again; and where it can't run. */
  readonly waiting: { readonly soon: string; readonly late: string; readonly old: string; readonly button: string };
  readonly funnel?: string;
  /** As in `Page`. */
  readonly accent?: string | undefined;
}

interface PageToRender {
  readonly path: string;
  readonly locale: Locale;
  /** Of a quiz; default: a new one, for a visitor with the first variant of each experiment. */
  readonly visit?: PrerenderedVisit;
}

/** The HTML of a page as visitors get it, in one locale. */
export async function renderPage(site: Site, { path, locale, visit = {} }: PageToRender): Promise<RenderedPage> {
  const i18n = createI18n(locale);
  const first = await preparePage(site, i18n, { path, search: '', locale, prerender: visit });
  const html = await htmlOf(path, <App site={site} i18n={i18n} {...first} />);
  await addWords(i18n, locale, ['account']); // has words that no script needs: they are not with those of every page
  const { description, funnel, accent } = first.page;
  return {
    html,
    title: titleOf(first.page, i18n.t),
    description: description?.(i18n.t) ?? i18n.t('site:description'),
    noScript: i18n.t('account:no_script'),
    loading: i18n.t('site:layout.loading'),
    waiting: {
      soon: i18n.t('account:waiting.soon'),
      late: i18n.t('account:waiting.late'),
      old: i18n.t('account:waiting.old'),
      button: i18n.t('site:errors.reload'),
    },
    ...(funnel !== undefined && { funnel, accent }),
  };
}

/**
 * The HTML of what changes on a quiz's page with the step: the screen that the visit has come to. It is to the letter as
 * within the page where `isBundled`: those controls have no `useId`. Empty where the visit is over.
 */
export async function renderScreen(site: Site, { path, locale, visit = {} }: PageToRender): Promise<string> {
  const i18n = createI18n(locale);
  const { page } = await preparePage(site, i18n, { path, search: '', locale, prerender: visit });
  return htmlOf(path, <I18nextProvider i18n={i18n}>{page.content}</I18nextProvider>);
}

/** A funnel's scene as it is at its first step, as SVG. */
export function renderScene(drawing: SceneDrawing): Promise<string> {
  return textOf(<Scene id="scene" drawing={drawing} percent={0} />);
}

function htmlOf(path: string, content: ReactNode): Promise<string> {
  return textOf(<StaticRouter location={path}>{content}</StaticRouter>);
}

async function textOf(content: ReactNode): Promise<string> {
  const { prelude } = await prerender(content);
  return new Response(prelude).text();
}
