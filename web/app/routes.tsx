import { takeOver } from '../quiz/take-over.ts';
import { loadFields } from '../quiz/fields/index.ts';
import { loadFunnel } from '../quiz/load-funnel.ts';
import { openVisit, prerenderedVisit } from '../quiz/visit.ts';
import { QuizPage } from '../quiz/QuizPage.tsx';
import { reportVisit } from '../analytics/page-events.ts';
import type { Locale } from '../../engine/model.ts';
import type { FunnelEntry, Site } from '../site.ts';
import type { Route } from './page.ts';

/** The routes of all pages but the quizzes: their code is not needed on a quiz's first screen. */
export const loadOtherRoutes = () => import('./other-routes.tsx');

/** The route of a path. There is always one. */
export async function findRoute(site: Site, path: string): Promise<Route> {
  if (path === '/') return root;
  const funnel = site.funnels.find((entry) => entry.path === path);
  if (funnel) return quizRoute(funnel);
  const { findOtherRoute } = await loadOtherRoutes();
  return findOtherRoute(path);
}

const root: Route = {
  access: 'public',
  namespaces: [],
  modules: [],
  prepare: ({ site }) => Promise.resolve({ redirect: site.home }),
};

function quizRoute(entry: FunnelEntry): Route {
  return {
    access: 'public',
    namespaces: entry.rare ? ['rare'] : [],
    modules: import.meta.env.SSR && entry.rare ? ['quiz/rare.ts'] : [], // only the build asks
    data: entry.data,
    prepare: async ({ locale, search, prerender }) => {
      const data = await loadFunnel(entry, locale);
      const visit = prerender ? prerenderedVisit(data, prerender) : await openVisit(data, search);
      const step = data.funnel.steps.find(({ id }) => id === visit.actor.getSnapshot().value);
      if (step) await loadFields([step]);
      return {
        content: (
          <QuizPage
            key={data.funnel.version}
            data={data}
            visit={visit}
            onShown={reportVisit}
            onNearEnd={fetchResultsAhead}
          />
        ),
        title: () => data.words.name,
        description: () => data.words.description,
        matchesMarkup: !visit.resumed,
        takeOver: (early) => takeOver(visit, early),
        funnel: entry.id,
        accent: data.words.look.accent,
        backdrop: data.words.look.scene,
      };
    },
  };
}

/** What can't be fetched now is fetched when it is needed. */
function fetchResultsAhead(locale: Locale): void {
  import('./fetch-ahead.ts').then((ahead) => ahead.fetchResultsAhead(locale, loadOtherRoutes)).catch(() => undefined);
}
