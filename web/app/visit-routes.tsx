import type { Locale } from '../../engine/model.ts';
import type { FinishedVisit } from '../finished-visit.ts';
import { loadPlanSessions, planSessionsUrls } from '../pages/plan/plan-sessions.ts';
import type { Site } from '../site.ts';
import { Spinner } from '../ui/Spinner.tsx';
import type { Page, PageRequest, Redirect, Route } from './page.ts';

/** Pages about the quiz that the visitor finished last; without one they lead to the root route. */
export const visitRoutes: Readonly<Record<string, Route>> = {
  '/results': {
    access: 'public',
    namespaces: ['results'],
    modules: ['app/other-routes.tsx', 'pages/ResultsPage.tsx'],
    prepare: async (request) => {
      const { ResultsPage } = await import('../pages/ResultsPage.tsx');
      return visitPage(request, 'results:title', (visit) => <ResultsPage visit={visit} />);
    },
  },
  '/personalized-plan': {
    access: 'public',
    namespaces: ['plan'],
    modules: ['app/other-routes.tsx', 'pages/PlanPage.tsx'],
    data: planSessionsUrls,
    prepare: async (request) => {
      const [{ PlanPage }, sessions] = await Promise.all([
        import('../pages/PlanPage.tsx'),
        request.prerender ? {} : loadPlanSessions(request.locale),
      ]);
      return visitPage(request, 'plan:title', (visit) => <PlanPage visit={visit} sessions={sessions} />);
    },
  },
};

async function visitPage(
  { site, locale, prerender }: PageRequest,
  title: string,
  show: (visit: FinishedVisit) => React.ReactNode,
): Promise<Page | Redirect> {
  const page = { title: (t: (key: string) => string) => t(title), matchesMarkup: false };
  if (prerender) return { ...page, content: <Spinner fullScreen /> };
  const visit = await finishedVisit(site, locale);
  return visit ? { ...page, content: show(visit) } : { redirect: '/' };
}

/** The quiz that was finished last. Its code is not needed on the first screen, so it comes when it is. */
async function finishedVisit(site: Site, locale: Locale): Promise<FinishedVisit | null> {
  const { loadFinishedVisit } = await import('../finished-visit.ts');
  return loadFinishedVisit(site, locale);
}
