import type { ReactNode } from 'react';
import { matchPath } from 'react-router';
import type { Namespace } from '../i18n.ts';
import type { PageRequest, Route } from './page.ts';
import type { Access } from '../session/guard.ts';

/** Pages around signing up and logging in (specification, section 2). */
export const accountRoutes: Readonly<Record<string, Route>> = {
  '/wizard-register': route({
    module: 'pages/account/RegisterPage.tsx',
    title: 'account:wizard_register.title',
    namespaces: ['account', 'plan'],
    load: async () => {
      const { RegisterPage } = await import('../pages/account/RegisterPage.tsx');
      return <RegisterPage wizard />;
    },
  }),
  '/login': route({
    module: 'pages/account/LoginPage.tsx',
    title: 'account:login.title',
    load: async () => {
      const { LoginPage } = await import('../pages/account/LoginPage.tsx');
      return <LoginPage />;
    },
  }),
  '/register': route({
    module: 'pages/account/RegisterPage.tsx',
    title: 'account:register.title',
    load: async () => {
      const { RegisterPage } = await import('../pages/account/RegisterPage.tsx');
      return <RegisterPage wizard={false} />;
    },
  }),
  '/forgot-password': route({
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

interface AccountPage {
  readonly module: string;
  readonly title: string;
  /** Default: `account`. */
  readonly namespaces?: readonly Namespace[];
  readonly load: () => Promise<ReactNode>;
}

function route({ module, title, namespaces = ['account'], load }: AccountPage): Route {
  return {
    access: 'public',
    namespaces,
    modules: ['app/other-routes.tsx', module],
    prepare: async () => ({ content: await load(), title: (t) => t(title), matchesMarkup: true }),
  };
}

interface LinkPage {
  readonly pattern: string;
  readonly access: Access;
  readonly module: string;
  readonly title: string;
  readonly load: (secrets: { readonly userId: string; readonly token: string }) => Promise<ReactNode>;
}

/** A page that a mail links to: what the address holds is kept aside, and the address goes on without it. */
function linkRoute({ pattern, access, module, title, load }: LinkPage): Route {
  const page = `/${pattern.split('/')[1]}`;
  return {
    access,
    fromMail: true,
    namespaces: ['account'],
    modules: ['app/other-routes.tsx', module],
    moveOn: async (path) => {
      const { keepLink, strippedPath } = await import('../session/link-secrets.ts');
      const stripped = strippedPath(page);
      if (path === stripped) return path;
      const { userId = '', token = '' } = matchPath(pattern, path)?.params ?? {};
      keepLink(page, { userId, token });
      return stripped;
    },
    prepare: async ({ prerender }: PageRequest) => {
      const { readLink } = await import('../session/link-secrets.ts');
      const content = await load(prerender ? { userId: '-', token: '-' } : readLink(page));
      return { content, title: (t) => t(title), matchesMarkup: true };
    },
  };
}
