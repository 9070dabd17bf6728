import { matchPath } from 'react-router';
import type { Namespace } from '../i18n.ts';
import { accountRoutes } from './account-routes.tsx';
import { cabinetRoutes } from './cabinet-routes.tsx';
import type { Route } from './page.ts';
import type { Access } from '../session/guard.ts';
import { visitRoutes } from './visit-routes.tsx';

/** A page whose content is there at build time. */
interface StaticPage {
  readonly access: Access;
  readonly namespace: Namespace;
  readonly module: string;
  readonly title: string;
  readonly load: () => Promise<React.ReactNode>;
}

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

function staticRoute({ access, namespace, module, title, load }: StaticPage): Route {
  return {
    access,
    namespaces: [namespace],
    modules: ['app/other-routes.tsx', module],
    prepare: async () => ({ content: await load(), title: (t) => t(title), matchesMarkup: true }),
  };
}
