import { createI18n, loadWords, type Namespace } from '../../web/i18n.ts';
import site from 'virtual:site';

const namespaces: readonly Namespace[] = ['site', 'rare', 'results', 'plan', 'account', 'cabinet'];

/** The site's own words, by locale, all of them loaded. */
export const siteWords = Object.fromEntries(
  await Promise.all(
    site.locales.map(async (locale) => {
      const i18n = createI18n(locale);
      for (const namespace of namespaces) i18n.addResourceBundle(locale, namespace, await loadWords(locale, namespace));
      return [locale, i18n] as const;
    }),
  ),
);
