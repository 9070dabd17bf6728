import i18next, { type i18n } from 'i18next';
import type { Locale } from '../engine/model.ts';
import { UserFacingError } from './errors.ts';

type Words = Record<string, unknown>;
export type Namespace = 'site' | 'rare' | 'results' | 'plan' | 'legal' | 'account' | 'cabinet';

// What is asked about privacy has its own (analytics/consent): first pages need not know where.
const files = import.meta.glob<Words>(['./locales/*/*.yaml', '!./locales/*/consent.yaml'], { import: 'default' });

/**
 * The words of one namespace, fetched on demand. Rejects with the specification's unknown-import error (section 8)
 * where the translation file is missing.
 */
export async function loadWords(locale: Locale, namespace: Namespace): Promise<Words> {
  const path = `./locales/${locale}/${namespace}.yaml`;
  const load = files[path];
  if (!load) throw new UserFacingError('errors.not_loaded', `Unknown variable dynamic import: ${path}`);
  return load();
}

/** Adds the words of these namespaces to the instance, unless they are there already. */
export async function addWords(instance: i18n, locale: Locale, namespaces: readonly Namespace[]): Promise<void> {
  const missing = namespaces.filter((namespace) => !instance.hasResourceBundle(locale, namespace));
  await Promise.all(
    missing.map(async (namespace) => {
      instance.addResourceBundle(locale, namespace, await loadWords(locale, namespace));
    }),
  );
}

/** An i18next instance that speaks one locale at a time and never falls back to another without being asked. */
export function createI18n(locale: Locale): i18n {
  const instance = i18next.createInstance();
  void instance.init({
    lng: locale,
    fallbackLng: false,
    ns: [],
    defaultNS: 'site',
    resources: {},
    initAsync: false,
    interpolation: { escapeValue: false },
    // `App` gives React another instance for each language, whose words are here: nothing to wait for or listen to.
    react: { useSuspense: false, bindI18n: '' },
  });
  return instance;
}
