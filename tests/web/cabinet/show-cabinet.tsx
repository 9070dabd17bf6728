import { useEffect, type ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { onTestFinished, vi } from 'vitest';
import type { Locale } from '../../../engine/model.ts';
import { createI18n, loadWords, type Namespace } from '../../../web/i18n.ts';
import { CabinetLayout } from '../../../web/pages/cabinet/layout/CabinetLayout.tsx';
import type { CurrentUser } from '../../../web/session/account.ts';
import { SiteContext, type Site } from '../../../web/site.ts';
import { I18nextProvider } from 'react-i18next';
import { show } from '../ui/show.tsx';
import { account, ana, setUser } from './fake-account.ts';

const namespaces: readonly Namespace[] = ['site', 'cabinet', 'plan', 'account'];
const i18ns = { en: await speaking('en'), es: await speaking('es') };

export const site: Site = {
  locales: ['en', 'es'],
  company: { name: 'Quiet Ltd', number: '42', address: '1 Hill Road', email: 'hello@quiet.example' },
  plans: [
    { id: 'basic', amount: 1499, currency: 'USD', months: 1, recommended: false },
    { id: 'three_months', amount: 2999, currency: 'USD', months: 3, recommended: true },
    { id: 'lifetime', amount: 7999, currency: 'USD', months: null, recommended: false },
  ],
  home: '/sleep-issues',
  funnels: [],
  hosts: {},
};

interface Options {
  readonly path?: string;
  /** What the way there says of it in the browser's history. */
  readonly state?: unknown;
  readonly locale?: 'en' | 'es';
  /** What is different about the user who is logged in; null where the user could not be loaded. */
  readonly user?: Partial<CurrentUser> | null;
  /** They have never been welcomed in this browser. */
  readonly isFirst?: boolean;
}

/** Shows a page inside the cabinet's frame to a member, who has access and a verified address unless said otherwise. */
export function showCabinet(
  content: ReactNode,
  { path = '/cabinet/sessions', state, locale = 'en', user = {}, isFirst = false }: Options = {},
) {
  const seen = { path, chosen: [] as Locale[], leave: () => shown.show(null) };
  setUser(user && { ...ana, ...user });
  if (!isFirst) localStorage.setItem('welcomeModalSeen', 'true');
  const shown = show(
    <I18nextProvider i18n={i18ns[locale]}>
      <SiteContext value={site}>
        <MemoryRouter initialEntries={[state === undefined ? path : { pathname: path, state }]}>
          <Framed
            locale={locale}
            onPath={(now) => {
              seen.path = now;
            }}
            onChangeLocale={(chosen) => seen.chosen.push(chosen)}
          >
            {content}
          </Framed>
        </MemoryRouter>
      </SiteContext>
    </I18nextProvider>,
  );
  onTestFinished(() => {
    setUser(null);
    for (const call of Object.values(account)) vi.mocked(call).mockClear();
  });
  return seen;
}

interface FramedProps {
  readonly locale: Locale;
  readonly onPath: (path: string) => void;
  readonly onChangeLocale: (locale: Locale) => void;
  readonly children: ReactNode;
}

function Framed({ locale, onPath, onChangeLocale, children }: FramedProps) {
  const { pathname } = useLocation();
  useEffect(() => {
    onPath(pathname);
  }, [pathname, onPath]);
  return (
    <CabinetLayout locale={locale} path={pathname} onChangeLocale={onChangeLocale}>
      {children}
    </CabinetLayout>
  );
}

async function speaking(locale: 'en' | 'es') {
  const i18n = createI18n(locale);
  for (const namespace of namespaces) i18n.addResourceBundle(locale, namespace, await loadWords(locale, namespace));
  return i18n;
}
