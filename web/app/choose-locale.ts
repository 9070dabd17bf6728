import type { i18n } from 'i18next';
import type { RefObject } from 'react';
import type { Locale } from '../../engine/model.ts';
import { hasSession } from '../session/cookies.ts';
import type { Site } from '../site.ts';
import { type ShowOptions, preparePage } from './prepare-page.ts';

/** A language that the visitor has picked and that is not on the screen yet. */
export interface LocaleChoice {
  readonly locale: Locale;
}

interface Screen {
  readonly site: Site;
  readonly i18n: i18n;
  readonly latestChoice: RefObject<LocaleChoice | null>;
  /** What pages are shown in from now on. */
  readonly agreedLocale: RefObject<Locale>;
  readonly show: (path: string, options: ShowOptions) => Promise<void>;
}

/**
 * Brings the page that the visitor is at into another language, once its words are here and the server knows of it.
 * Of several choices the last one counts. Rejects where it can't be loaded (specification, section 4).
 */
export async function chooseLocale(locale: Locale, screen: Screen): Promise<void> {
  const { site, i18n, latestChoice, agreedLocale, show } = screen;
  if (locale === (latestChoice.current?.locale ?? agreedLocale.current)) return;
  const choice = { locale };
  latestChoice.current = choice;
  const isWanted = () => latestChoice.current === choice;
  try {
    const { pathname: path, search } = window.location;
    const prepared = await preparePage(site, i18n, { path, search, locale, chosen: true });
    if (isWanted() && hasSession()) await sendLanguage(locale);
    if (!isWanted()) return;
    agreedLocale.current = locale;
    const here = window.location.pathname; // the visitor may have gone on meanwhile
    await show(here, here === path ? { prepared } : {});
  } catch (error) {
    if (isWanted()) throw error;
  } finally {
    if (isWanted()) latestChoice.current = null;
  }
}

/** Visitors don't need the code for it. */
async function sendLanguage(locale: Locale): Promise<void> {
  const { saveLanguage } = await import('../session/guard.ts');
  await saveLanguage(locale);
}
