import { matchPath } from 'react-router';
import type { Locale } from '../../engine/model.ts';
import type { FinishedVisit } from '../finished-visit.ts';
import type { Site } from '../site.ts';
import { Spinner } from '../ui/Spinner.tsx';
import type { Page, PageRequest, Redirect, Route } from './page.ts';

const routes = 'app/other-routes.tsx';

/** Pages whose content is there at build time. */
const staticPages: Readonly<Record<string, Route>> = {
  '/terms-of-service': {
    namespaces: ['legal'],
    modules: [routes, 'pages/TermsPage.tsx'],
    prepare: async () => {
      const { TermsPage } = await import('../pages/TermsPage.tsx');
      return staticPage(<TermsPage />, 'legal:terms.title');
    },
  },
  '/privacy-policy': {
    namespaces: ['legal'],
    modules: [routes, 'pages/PrivacyPage.tsx'],
    prepare: async () => {
      const { PrivacyPage } = await import('../pages/PrivacyPage.tsx');
      return staticPage(<PrivacyPage />, 'legal:privacy.title');
    },
  },
};

/** Pages about the quiz that the visitor finished last; without one they lead to the root route. */
const visitPages: Readonly<Record<string, Route>> = {
  '/results': {
    namespaces: ['results'],
    modules: [routes, 'pages/ResultsPage.tsx'],
    prepare: async (request) => {
      const { ResultsPage } = await import('../pages/ResultsPage.tsx');
      return visitPage(request, 'results:title', (visit) => <ResultsPage visit={visit} />);
    },
  },
  '/personalized-plan': {
    namespaces: ['plan'],
    modules: [routes, 'pages/PlanPage.tsx'],
    prepare: async (request) => {
      const { PlanPage } = await import('../pages/PlanPage.tsx');
      return visitPage(request, 'plan:title', (visit) => <PlanPage visit={visit} />);
    },
  },
};

/** Routes of section 2 that need an account. Until accounts open, they say so. */
const accountPaths = [
  '/wizard-register',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password/:userId/:token',
  '/verify-email/:userId/:token',
  '/cabinet/payment',
  '/cabinet/payment-error',
  '/cabinet/sessions',
  '/cabinet/profile',
  '/cabinet/email-unsubscribe',
  '/cabinet/dashboard',
];

const accountPending: Route = {
  namespaces: ['account'],
  modules: [routes, 'pages/AccountPendingPage.tsx'],
  prepare: async ({ site, locale, prerender }) => {
    const { AccountPendingPage } = await import('../pages/AccountPendingPage.tsx');
    const hasResult = !prerender && (await finishedVisit(site, locale)) !== null;
    return {
      ...staticPage(<AccountPendingPage hasResult={hasResult} />, 'account:pending.title'),
      matchesMarkup: !hasResult,
    };
  },
};

const notFound: Route = {
  namespaces: ['account'],
  modules: [routes, 'pages/NotFoundPage.tsx'],
  prepare: async () => {
    const { NotFoundPage } = await import('../pages/NotFoundPage.tsx');
    return staticPage(<NotFoundPage />, 'account:not_found.title');
  },
};

/** Every path that has a page of its own besides the quizzes, written as in the specification. */
export const otherPaths: readonly string[] = [...Object.keys(visitPages), ...Object.keys(staticPages), ...accountPaths];

/** CABINET_ROOT leads to CABINET_SESSIONS (specification, section 2). */
const cabinetRoot: Route = {
  namespaces: [],
  modules: [],
  prepare: () => Promise.resolve({ redirect: '/cabinet/sessions' }),
};

/** The route of a path that is not a quiz's; where there is none, the one that says so. */
export function findOtherRoute(path: string): Route {
  if (path === '/cabinet') return cabinetRoot;
  const named = staticPages[path] ?? visitPages[path];
  if (named) return named;
  return accountPaths.some((pattern) => matchPath(pattern, path)) ? accountPending : notFound;
}

function staticPage(content: React.ReactNode, title: string): Page {
  return { content, title: (t) => t(title), matchesMarkup: true };
}

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
