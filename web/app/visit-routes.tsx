import { useEffect, type ReactNode } from 'react';
import type { Locale } from '../../engine/model.ts';
import type { FinishedVisit } from '../quiz/finished-visit.ts';
import { loadPlanSessions, planSessionsUrls } from '../pages/plan/plan-sessions.ts';
import type { Site } from '../site.ts';
import { readLastQuiz } from '../storage.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { fetchPlanAhead, fetchSignUpAhead } from './fetch-ahead.ts';
import type { Page, PageRequest, Redirect, Route } from './page.ts';

/** Pages about the quiz that the visitor finished last; without one they lead to the root route. */
export const visitRoutes: Readonly<Record<string, Route>> = {
  '/results': {
    access: 'public',
    namespaces: ['results'],
    modules: ['app/other-routes.tsx', 'pages/results/ResultsPage.tsx'],
    prepare: async (request) => {
      const { ResultsPage } = await import('../pages/results/ResultsPage.tsx');
      return visitPage(request, 'results:title', fetchPlanAhead, (visit) => <ResultsPage visit={visit} />);
    },
  },
  '/personalized-plan': {
    access: 'public',
    namespaces: ['plan'],
    modules: ['app/other-routes.tsx', 'pages/plan/PlanPage.tsx'],
    data: planSessionsUrls,
    prepare: async (request) => {
      const [{ PlanPage }, sessions] = await Promise.all([
        import('../pages/plan/PlanPage.tsx'),
        request.prerender ? {} : loadPlanSessions(request.locale),
      ]);
      return visitPage(request, 'plan:title', fetchSignUpAhead, (visit) => (
        <PlanPage visit={visit} sessions={sessions} />
      ));
    },
  },
};

async function visitPage(
  { site, locale, prerender }: PageRequest,
  title: string,
  fetchNext: (locale: Locale) => void,
  show: (visit: FinishedVisit) => ReactNode,
): Promise<Page | Redirect> {
  const page = { title: (t: (key: string) => string) => t(title), matchesMarkup: false };
  if (prerender) return { ...page, content: <Spinner fullScreen /> };
  const visit = await finishedVisit(site, locale);
  return visit
    ? {
        ...page,
        content: (
          <OwnQuiz locale={visit.data.words.locale} fetchNext={fetchNext}>
            {show(visit)}
          </OwnQuiz>
        ),
      }
    : { redirect: '/' };
}

interface OwnQuizProps {
  readonly locale: Locale;
  /** Fetches ahead what comes after this page. */
  readonly fetchNext: (locale: Locale) => void;
  readonly children: ReactNode;
}

/**
 * Loads the page anew once another quiz was finished in this browser, or this one was claimed or removed: in another tab,
 * or while Back had the page in the browser's memory.
 */
function OwnQuiz({ locale, fetchNext, children }: OwnQuizProps) {
  useEffect(() => fetchNext(locale), [fetchNext, locale]);
  useEffect(() => {
    const readStored = () => JSON.stringify(readLastQuiz());
    const shown = readStored();
    const look = () => readStored() !== shown && location.reload();
    const events = ['storage', 'pageshow'];
    for (const type of events) addEventListener(type, look);
    return () => events.forEach((type) => removeEventListener(type, look));
  }, []);
  return children;
}

/** The quiz that was finished last. Its code is not needed on the first screen, so it comes when it is. */
async function finishedVisit(site: Site, locale: Locale): Promise<FinishedVisit | null> {
  const { loadFinishedVisit } = await import('../quiz/finished-visit.ts');
  return loadFinishedVisit(site, locale);
}
