import { useLayoutEffect, type ReactNode } from 'react';
import { MemoryRouter, NavigationType, useLocation, useNavigationType } from 'react-router';
import { onTestFinished, vi } from 'vitest';
import type { Locale } from '../../../engine/model.ts';
import { addWords, createI18n } from '../../../web/i18n.ts';
import { SiteContext } from '../../../web/site.ts';
import { I18nextProvider } from 'react-i18next';
import { site } from '../cabinet/show-cabinet.tsx';
import { show } from '../ui/show.tsx';
import { account, placeAfterLogin, setUser, signUp } from './fake-account.ts';
import { showToast } from './fake-toast.ts';

const i18n = createI18n('en');
for (const locale of site.locales) await addWords(i18n, locale, ['site', 'account', 'plan']);

export interface ShownPage {
  /** Where the visitor is. */
  readonly place: () => Place;
  /** Changes the language in place, as the locale switcher does. */
  readonly speak: (locale: Locale) => void;
}

/** Shows a page about accounts as the router does; where it leads to, only the path is shown. */
export function showPage(page: ReactNode, { email }: { readonly email?: string } = {}): ShownPage {
  let place: Place;
  const onPlace = (next: Place) => {
    place = next;
  };
  const inLanguage = (locale: Locale) => (
    <MemoryRouter initialEntries={[{ pathname: '/here', state: email === undefined ? null : { email } }]}>
      <I18nextProvider i18n={i18n.cloneInstance({ lng: locale })}>
        <SiteContext value={site}>
          <Visit onPlace={onPlace}>{page}</Visit>
        </SiteContext>
      </I18nextProvider>
    </MemoryRouter>
  );
  const { show: showAgain } = show(inLanguage('en'));
  onTestFinished(() => {
    setUser(null);
    for (const call of [...Object.values(account), placeAfterLogin, showToast, signUp]) vi.mocked(call).mockReset();
  });
  return { place: () => place, speak: (locale) => showAgain(inLanguage(locale)) };
}

interface Place {
  readonly path: string;
  /** What a form handed on to the next one. */
  readonly email: unknown;
  /** Whether Back leads past the page that led here. */
  readonly replaced: boolean;
}

interface VisitProps {
  readonly onPlace: (place: Place) => void;
  readonly children: ReactNode;
}

function Visit({ onPlace, children }: VisitProps) {
  const { pathname: path, state } = useLocation();
  const { email } = (state ?? {}) as { readonly email?: unknown };
  const replaced = useNavigationType() === NavigationType.Replace;
  useLayoutEffect(() => onPlace({ path, email, replaced }), [onPlace, path, email, replaced]);
  return path === '/here' ? children : <p>{path}</p>;
}
