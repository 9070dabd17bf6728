import { type ReactNode, useEffect } from 'react';
import { matchPath } from 'react-router';
import type { Locale } from '../../engine/model.ts';
import { fetchLoginAhead } from './fetch-ahead.ts';
import type { LayoutProps, Page, PageRequest, Redirect, Route } from './page.ts';
import type { Namespace } from '../i18n.ts';
import type { FinishedVisit } from '../quiz/finished-visit.ts';
import type { Access } from '../session/guard.ts';
import type { LinkSecrets } from '../session/link-secrets.ts';
import type { Site } from '../site.ts';
import { readLastQuiz } from '../storage.ts';
import { Spinner } from '../ui/Spinner.tsx';

/** A page whose content is there at build time. */
interface StaticPage {
  readonly access: Access;
  readonly namespace: Namespace;
  readonly module: string;
  readonly title: string;
  readonly load: () => Promise<ReactNode>;
}

export function staticRoute({ access, namespace, module, title, load }: StaticPage): Route {
  return {
    access,
    namespaces: [namespace],
    modules: ['app/other-routes.tsx', module],
    prepare: async () => ({ content: await load(), title: (t) => t(title), matchesMarkup: true }),
  };
}

/** A page about the quiz that was finished last, in that quiz's language; without one it leads to the root route. */
export async function visitPage(
  { site, locale, path, prerender }: PageRequest,
  title: string,
  show: (visit: FinishedVisit) => ShownVisit | Redirect,
): Promise<Page | Redirect> {
  const page = { title: (t: (key: string) => string) => t(title), matchesMarkup: false };
  if (prerender) return { ...page, content: <Spinner fullScreen /> };
  const visit = await finishedVisit(site, locale);
  if (!visit) return { redirect: '/' };
  const { funnel, words } = visit.data;
  if (words.locale !== locale) return { redirect: path, locale: words.locale, chosen: true }; // the page around it speaks as the quiz does
  const shown = show(visit);
  if ('redirect' in shown) return shown;
  const { fetchNext, content } = shown;
  return {
    ...page,
    funnel: funnel.id,
    accent: words.look.accent,
    content: (
      <OwnQuiz locale={locale} fetchNext={fetchNext}>
        {content}
      </OwnQuiz>
    ),
  };
}

interface ShownVisit {
  readonly content: ReactNode;
  /** Fetches ahead what comes after the page; nothing where nothing of ours does. */
  readonly fetchNext: ((locale: Locale) => void) | undefined;
}

interface OwnQuizProps {
  readonly locale: Locale;
  readonly fetchNext: ShownVisit['fetchNext'];
  readonly children: ReactNode;
}

/**
 * Loads the page again once another quiz was finished in this browser, or this one was claimed or removed: in another
 * tab, or while Back had the page in the browser's memory.
 */
function OwnQuiz({ locale, fetchNext, children }: OwnQuizProps) {
  useEffect(() => fetchNext?.(locale), [fetchNext, locale]);
  useEffect(() => {
    const readStored = () => JSON.stringify(readLastQuiz());
    const shown = readStored();
    const reloadIfChanged = () => readStored() !== shown && location.reload();
    const events = ['storage', 'pageshow'];
    for (const type of events) addEventListener(type, reloadIfChanged);
    return () => events.forEach((type) => removeEventListener(type, reloadIfChanged));
  }, []);
  return children;
}

/** The quiz that was finished last. Its code is not needed on the first screen, so it comes when it is. */
export async function finishedVisit(site: Site, locale: Locale): Promise<FinishedVisit | null> {
  const { loadFinishedVisit } = await import('../quiz/finished-visit.ts');
  return loadFinishedVisit(site, locale);
}

interface CabinetPage {
  readonly access: Access;
  readonly module: string;
  readonly title: string;
  /** Words besides those of the cabinet. */
  readonly words?: readonly Namespace[];
  readonly load: () => Promise<ReactNode>;
}

/** The HTML of these pages holds a spinner and no frame: what they show is known when the user is. */
export function cabinetRoute({ access, module, title, words = [], load }: CabinetPage): Route {
  return {
    access,
    namespaces: ['cabinet', ...words],
    modules: ['app/other-routes.tsx', 'pages/cabinet/layout/CabinetLayout.tsx', module],
    prepare: async ({ locale, prerender }: PageRequest): Promise<Page> => {
      const page = { title: (t: (key: string) => string) => t(title), matchesMarkup: false };
      if (prerender) return { ...page, content: <Spinner fullScreen />, layout: NoFrame };
      fetchLoginAhead(locale);
      const [content, { CabinetLayout }] = await Promise.all([
        load(),
        import('../pages/cabinet/layout/CabinetLayout.tsx'),
      ]);
      return { ...page, content, layout: CabinetLayout };
    },
  };
}

/** That of visitors would offer members to sign in. */
function NoFrame({ children }: LayoutProps) {
  return <main>{children}</main>;
}

interface AccountPage {
  readonly module: string;
  readonly title: string;
  /** Default: `account`. */
  readonly namespaces?: readonly Namespace[];
  readonly load: () => Promise<ReactNode>;
}

export function accountRoute({ module, title, namespaces = ['account'], load }: AccountPage): Route {
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
  readonly load: (secrets: LinkSecrets) => Promise<ReactNode>;
}

/** A page that an email links to: what the address holds is kept aside, and the address goes on without it. */
export function linkRoute({ pattern, access, module, title, load }: LinkPage): Route {
  const page = `/${pattern.split('/')[1]}`;
  return {
    access,
    fromEmail: true,
    namespaces: ['account'],
    modules: ['app/other-routes.tsx', module],
    moveOn: async (path) => {
      const { storeLink, strippedPath } = await import('../session/link-secrets.ts');
      const stripped = strippedPath(page);
      if (path === stripped) return path;
      const { userId = '', token = '' } = matchPath(pattern, path)?.params ?? {};
      const undoes = new URLSearchParams(location.search).get('undo') === 'email';
      storeLink(page, { userId, token, ...(undoes && { undoes }) });
      return stripped;
    },
    prepare: async ({ prerender }: PageRequest) => {
      const { readLink } = await import('../session/link-secrets.ts');
      const content = await load(prerender ? { userId: '-', token: '-' } : readLink(page));
      return { content, title: (t) => t(title), matchesMarkup: true };
    },
  };
}
