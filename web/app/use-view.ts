import type { i18n } from 'i18next';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Locale } from '../../engine/model.ts';
import { hasSession } from '../session/has-session.ts';
import { switchLocale } from '../session/locale.ts';
import { showError } from '../session/show-error.ts';
import type { Site } from '../site.ts';
import { onFunnelsChanged } from './live-authoring.ts';
import type { Page } from './page.ts';
import { preparePage, type PreparedPage } from './prepare-page.ts';

/** The old page takes this long to leave, and the new one is fetched meanwhile (specification, section 9). */
const leaveMilliseconds = 150;

interface View {
  readonly path: string;
  readonly locale: Locale;
  readonly loggedIn: boolean;
  /** Null when it could not be fetched. */
  readonly page: Page | null;
  /** Whether it came by navigation, not with the document. */
  readonly entered: boolean;
}

/** What is on the screen. It follows the address and the language, and changes only when all that it needs is here. */
export function useView(site: Site, i18n: i18n, first: PreparedPage) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [view, setView] = useState<View>({ ...first, entered: false });
  const latestRequest = useRef(0);

  const show = useCallback(
    async (path: string, locale: Locale, leave = 0): Promise<void> => {
      const request = ++latestRequest.current;
      const left = new Promise((resolve) => setTimeout(resolve, leave));
      let next: Omit<View, 'entered'> = { path, locale, loggedIn: hasSession(), page: null };
      try {
        next = await preparePage(site, i18n, { path, locale, search: window.location.search });
      } catch (error) {
        showError(error, i18n.t);
      }
      await left;
      if (request !== latestRequest.current) return;
      if (next.locale !== locale) await switchLocale(i18n, next.locale); // the user's language wins (section 4)
      setView((old) => ({ ...next, entered: old.entered || old.path !== path }));
      if (next.path !== path) void navigate(next.path, { replace: true });
    },
    [site, i18n, navigate],
  );

  useEffect(() => {
    if (pathname === view.path) latestRequest.current++;
    else void show(pathname, view.locale, leaveMilliseconds);
  }, [pathname, view.path, view.locale, show]);

  const changeLocale = useCallback(
    async (locale: Locale): Promise<void> => {
      try {
        const address = { path: view.path, locale, search: window.location.search, chosen: true };
        const next = await preparePage(site, i18n, address);
        if (hasSession()) await sendLanguage(locale);
        await switchLocale(i18n, locale);
        setView((old) => ({ ...old, ...next }));
      } catch (error) {
        showError(error, i18n.t); // the language stays as it was (section 4)
      }
    },
    [site, i18n, view.path],
  );

  useEffect(() => onFunnelsChanged(() => void show(view.path, view.locale)), [show, view.path, view.locale]);
  return { view, leaving: pathname !== view.path, changeLocale };
}

/** The code for it is not needed before. */
async function sendLanguage(locale: Locale): Promise<void> {
  const { keepLanguage } = await import('../session/enter.ts');
  await keepLanguage(locale);
}
