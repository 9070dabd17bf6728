import type { ReactNode } from 'react';
import type { Namespace } from '../i18n.ts';
import { Spinner } from '../ui/Spinner.tsx';
import type { LayoutProps, Page, PageRequest, Route } from './page.ts';
import type { Access } from '../session/guard.ts';

/** The members' area (specification, section 2). */
export const cabinetRoutes: Readonly<Record<string, Route>> = {
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

interface CabinetPage {
  readonly access: Access;
  readonly module: string;
  readonly title: string;
  /** Words besides those of the cabinet. */
  readonly words?: readonly Namespace[];
  readonly load: () => Promise<ReactNode>;
}

/** The HTML of these pages holds a spinner and no frame: what they show is known when the user is. */
function cabinetRoute({ access, module, title, words = [], load }: CabinetPage): Route {
  return {
    access,
    namespaces: ['cabinet', ...words],
    modules: ['app/other-routes.tsx', 'layout/CabinetLayout.tsx', module],
    prepare: async ({ prerender }: PageRequest): Promise<Page> => {
      const page = { title: (t: (key: string) => string) => t(title), matchesMarkup: false };
      if (prerender) return { ...page, content: <Spinner fullScreen />, layout: NoFrame };
      const [content, { CabinetLayout }] = await Promise.all([load(), import('../layout/CabinetLayout.tsx')]);
      return { ...page, content, layout: CabinetLayout };
    },
  };
}

/** That of visitors would offer members to sign in. */
function NoFrame({ children }: LayoutProps) {
  return <main>{children}</main>;
}
