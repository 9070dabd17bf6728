import type { i18n } from 'i18next';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Locale } from '../../engine/model.ts';
import type { LocaleChoice } from './choose-locale.ts';
import type { Page } from './page.ts';
import { showError } from '../errors.ts';
import { clearFunnels } from '../quiz/load-funnel.ts';
import { hasSession, savedLocale, switchLocale } from '../session/cookies.ts';
import type { Site } from '../site.ts';
import { type ShowOptions, type PreparedPage, preparePage } from './prepare-page.ts';

/** The old page takes this long to leave, and the new one is fetched meanwhile (specification, section 9). */
const leaveMilliseconds = 150;

/** What an address leads to. */
export interface ShownPage extends Omit<PreparedPage, 'page'> {
  /** Null when it could not be fetched. */
  readonly page: Page | null;
}

interface View extends ShownPage {
  /** Whether it came by navigation, not with the document. */
  readonly entered: boolean;
}

/**
 * What is on the screen. It follows the address and the language, and changes only when all that it needs is here.
 * Expects a router that changes its location at once: view and address have to change together.
 */
export function useView(site: Site, i18n: i18n, first: ShownPage) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [view, setView] = useState<View>({ ...first, entered: false });
  /** The path that is waited for although the old page has left. */
  const [latePath, setLatePath] = useState('');
  const latestRequest = useRef(0);
  /** What pages are shown in from now on. */
  const agreedLocale = useRef(first.locale);

  const show = useCallback(
    async (path: string, { leave = 0, prepared }: ShowOptions = {}): Promise<void> => {
      const request = ++latestRequest.current;
      const left = new Promise((resolve) => setTimeout(resolve, leave)).then(() => setLatePath(path));
      const locale = agreedLocale.current;
      let next: ShownPage = { path, locale, loggedIn: hasSession(), page: null };
      try {
        next = prepared ?? (await preparePage(site, i18n, { path, locale, search: window.location.search }));
      } catch (error) {
        showError(error, i18n.t);
      }
      await left;
      if (request !== latestRequest.current) return;
      agreedLocale.current = next.locale; // the user's language wins (section 4)
      if (next.locale !== i18n.language) await switchLocale(i18n, next.locale);
      setView((old) => ({ ...next, entered: old.entered || old.path !== path }));
      setLatePath('');
      if (next.path !== path) void navigate(next.path, { replace: true });
    },
    [site, i18n, navigate],
  );

  useEffect(() => {
    const isHere = pathname === view.path && view.locale === agreedLocale.current;
    if (isHere) latestRequest.current++;
    else void show(pathname, { leave: leaveMilliseconds });
  }, [pathname, view.path, view.locale, show]);

  const latestChoice = useRef<LocaleChoice | null>(null);
  const changeLocale = useCallback(
    async (locale: Locale): Promise<void> => {
      try {
        const choosing = await import('./choose-locale.ts');
        await choosing.chooseLocale(locale, { site, i18n, latestChoice, agreedLocale, show });
      } catch (error) {
        showError(error, i18n.t); // the language stays as it was (section 4)
      }
    },
    [site, i18n, show],
  );

  useEffect(() => {
    // From the back/forward cache the page comes as it was left: another language may have been chosen meanwhile.
    const follow = ({ persisted }: PageTransitionEvent) => {
      const chosen = site.locales.find((locale) => locale === savedLocale());
      if (persisted && chosen) void changeLocale(chosen);
    };
    addEventListener('pageshow', follow);
    return () => removeEventListener('pageshow', follow);
  }, [site, changeLocale]);

  useEffect(() => onFunnelsChanged(() => void show(view.path)), [show, view.path]);
  const leaving = pathname !== view.path;
  return { view, leaving, late: leaving && latePath === pathname, changeLocale };
}

/** In development: calls back when a funnel was saved, and takes away the message about mistakes in an older save. */
function onFunnelsChanged(reload: () => void): () => void {
  const hot = import.meta.hot;
  if (!hot) return () => undefined;
  const changed = () => {
    for (const overlay of document.querySelectorAll('vite-error-overlay')) overlay.remove();
    clearFunnels();
    reload();
  };
  hot.on('funnels:changed', changed);
  return () => hot.off('funnels:changed', changed);
}
