import { matchPath } from 'react-router';
import type { Locale } from '../../engine/model.ts';
import { fetchPlanAhead, fetchSignUpAhead } from './fetch-ahead.ts';
import type { PageRequest, Route } from './page.ts';
import { accountRoute, cabinetRoute, finishedVisit, linkRoute, staticRoute, visitPage } from './route-kinds.tsx';
import { firstSession, loadPlanContent, noPlanContent, planContentUrls } from '../pages/plan/plan-content.ts';
import type { Plan } from '../site.ts';

/** What comes after the results, by the ending of the outcome. */
const fetchAhead: Readonly<Record<string, (locale: Locale) => void>> = {
  plan: fetchPlanAhead,
  registration: fetchSignUpAhead,
};

/** All plans and offers, as they are priced for this visitor: the page that every visitor is sent doesn't know that. */
async function plansFor({ site, prerender }: PageRequest): Promise<readonly Plan[]> {
  if (prerender || !site.hasLocalPrices) return site.plans;
  return (await import('../pages/plan/local-plans.ts')).loadLocalPlans();
}

/** Pages about the quiz that the visitor finished last; without one they lead to the root route. */
const visitRoutes: Readonly<Record<string, Route>> = {
  '/results': {
    access: 'public',
    namespaces: ['results'],
    showsLastQuiz: true,
    modules: ['app/other-routes.tsx', 'pages/results/ResultsPage.tsx'],
    prepare: async (request) => {
      const { ResultsPage } = await import('../pages/results/ResultsPage.tsx');
      return visitPage(request, 'results:title', (visit) => ({
        fetchNext: fetchAhead[visit.result.ending],
        content: <ResultsPage visit={visit} />,
      }));
    },
  },
  '/personalized-plan': {
    access: 'public',
    namespaces: ['plan', 'results'],
    showsLastQuiz: true,
    modules: ['app/other-routes.tsx', 'pages/plan/PlanPage.tsx'],
    data: planContentUrls,
    prepare: async (request) => {
      const [{ PlanPage }, content, plans] = await Promise.all([
        import('../pages/plan/PlanPage.tsx'),
        request.prerender ? noPlanContent : loadPlanContent(request.locale),
        plansFor(request),
      ]);
      return visitPage(request, 'plan:title', (visit) =>
        visit.result.ending === 'plan'
          ? { fetchNext: fetchSignUpAhead, content: <PlanPage visit={visit} content={content} plans={plans} /> }
          : { redirect: '/results' },
      );
    },
  },
};

/** Pages around signing up and logging in (specification, section 2). */
const accountRoutes: Readonly<Record<string, Route>> = {
  '/wizard-register': {
    access: 'public',
    namespaces: ['account', 'plan'],
    modules: ['app/other-routes.tsx', 'pages/account/RegisterPage.tsx'],
    prepare: async (request) => {
      const { site, locale, prerender } = request;
      const [{ RegisterPage }, visit, plans] = await Promise.all([
        import('../pages/account/RegisterPage.tsx'),
        prerender ? null : finishedVisit(site, locale).catch(() => null),
        plansFor(request).catch(() => null),
      ]);
      const first = visit ? firstSession(visit.result.topics, (await loadPlanContent(locale)).sessions) : undefined;
      const own = { ending: visit?.result.ending, plans, first, scene: visit?.data.words.look.scene };
      const content = <RegisterPage wizard {...own} />;
      return { content, title: (t) => t('account:wizard_register.title'), matchesMarkup: true };
    },
  },
  '/login': accountRoute({
    module: 'pages/account/LoginPage.tsx',
    title: 'account:login.title',
    load: async () => {
      const { LoginPage } = await import('../pages/account/LoginPage.tsx');
      return <LoginPage />;
    },
  }),
  '/register': accountRoute({
    module: 'pages/account/RegisterPage.tsx',
    title: 'account:register.title',
    load: async () => {
      const { RegisterPage } = await import('../pages/account/RegisterPage.tsx');
      return <RegisterPage wizard={false} />;
    },
  }),
  '/forgot-password': accountRoute({
    module: 'pages/account/ForgotPasswordPage.tsx',
    title: 'account:forgot_password.title',
    load: async () => {
      const { ForgotPasswordPage } = await import('../pages/account/ForgotPasswordPage.tsx');
      return <ForgotPasswordPage />;
    },
  }),
  '/reset-password/:userId/:token': linkRoute({
    pattern: '/reset-password/:userId/:token',
    access: 'public',
    module: 'pages/account/ResetPasswordPage.tsx',
    title: 'account:reset_password.title',
    load: async (secrets) => {
      const { ResetPasswordPage } = await import('../pages/account/ResetPasswordPage.tsx');
      return <ResetPasswordPage {...secrets} />;
    },
  }),
  '/verify-email/:userId/:token': linkRoute({
    pattern: '/verify-email/:userId/:token',
    access: 'open',
    module: 'pages/account/VerifyEmailPage.tsx',
    title: 'account:verify_email.title',
    load: async (secrets) => {
      const { VerifyEmailPage } = await import('../pages/account/VerifyEmailPage.tsx');
      return <VerifyEmailPage {...secrets} />;
    },
  }),
};

/** The members' area (specification, section 2). */
const cabinetRoutes: Readonly<Record<string, Route>> = {
  '/cabinet/payment': cabinetRoute({
    access: 'member',
    module: 'pages/cabinet/payment/PaymentPage.tsx',
    words: ['plan'],
    title: 'cabinet:payment.title',
    load: async () => {
      const { PaymentPage } = await import('../pages/cabinet/payment/PaymentPage.tsx');
      return <PaymentPage />;
    },
  }),
  '/cabinet/payment-error': cabinetRoute({
    access: 'member',
    module: 'pages/cabinet/payment/PaymentErrorPage.tsx',
    title: 'cabinet:payment_error.title',
    load: async () => {
      const { PaymentErrorPage } = await import('../pages/cabinet/payment/PaymentErrorPage.tsx');
      return <PaymentErrorPage />;
    },
  }),
  '/cabinet/sessions': cabinetRoute({
    access: 'paid',
    module: 'pages/cabinet/sessions/SessionsPage.tsx',
    title: 'cabinet:sessions.title',
    load: async () => {
      const { SessionsPage } = await import('../pages/cabinet/sessions/SessionsPage.tsx');
      return <SessionsPage />;
    },
  }),
  '/cabinet/profile': cabinetRoute({
    access: 'paid',
    module: 'pages/cabinet/profile/ProfilePage.tsx',
    words: ['account'],
    title: 'cabinet:profile.title',
    load: async () => {
      const { ProfilePage } = await import('../pages/cabinet/profile/ProfilePage.tsx');
      return <ProfilePage />;
    },
  }),
  '/cabinet/email-unsubscribe': cabinetRoute({
    access: 'member',
    module: 'pages/cabinet/UnsubscribePage.tsx',
    title: 'cabinet:unsubscribe.title',
    load: async () => {
      const { UnsubscribePage } = await import('../pages/cabinet/UnsubscribePage.tsx');
      return <UnsubscribePage />;
    },
  }),
  '/cabinet/dashboard': cabinetRoute({
    access: 'paid',
    module: 'pages/cabinet/dashboard/DashboardPage.tsx',
    words: ['plan'],
    title: 'cabinet:dashboard.title',
    load: async () => {
      const { DashboardPage } = await import('../pages/cabinet/dashboard/DashboardPage.tsx');
      return <DashboardPage />;
    },
  }),
  '/cabinet/reports': cabinetRoute({
    access: 'analyst',
    module: 'pages/cabinet/reports/ReportsPage.tsx',
    title: 'cabinet:reports.title',
    load: async () => {
      const { ReportsPage } = await import('../pages/cabinet/reports/ReportsPage.tsx');
      return <ReportsPage />;
    },
  }),
};

const staticRoutes: Readonly<Record<string, Route>> = {
  '/terms-of-service': staticRoute({
    access: 'open',
    namespace: 'legal',
    module: 'pages/LegalPages.tsx',
    title: 'legal:terms.title',
    load: async () => {
      const { TermsPage } = await import('../pages/LegalPages.tsx');
      return <TermsPage />;
    },
  }),
  '/privacy-policy': staticRoute({
    access: 'open',
    namespace: 'legal',
    module: 'pages/LegalPages.tsx',
    title: 'legal:privacy.title',
    load: async () => {
      const { PrivacyPage } = await import('../pages/LegalPages.tsx');
      return <PrivacyPage />;
    },
  }),
};

const notFound = staticRoute({
  access: 'open',
  namespace: 'account',
  module: 'pages/NotFoundPage.tsx',
  title: 'account:not_found.title',
  load: async () => {
    const { NotFoundPage } = await import('../pages/NotFoundPage.tsx');
    return <NotFoundPage />;
  },
});

/** CABINET_ROOT leads to CABINET_SESSIONS (specification, section 2), whose guard is the only one on the way. */
const cabinetRoot: Route = {
  ...cabinetRoutes['/cabinet/sessions']!,
  moveOn: () => Promise.resolve('/cabinet/sessions'),
};

const routes: Readonly<Record<string, Route>> = { ...visitRoutes, ...staticRoutes, ...accountRoutes, ...cabinetRoutes };

/** Every path that has a page of its own besides the quizzes, written as in the specification (section 2). */
export const otherPaths: readonly string[] = Object.keys(routes);

/** The route of a path that is not a quiz's; where there is none, the one that says so. */
export function findOtherRoute(path: string): Route {
  if (path === '/cabinet') return cabinetRoot;
  const pattern = otherPaths.find((each) => matchPath({ path: each, caseSensitive: true }, path));
  return (pattern !== undefined && routes[pattern]) || notFound;
}
