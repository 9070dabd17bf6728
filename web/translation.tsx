import type { i18n, TFunction } from 'i18next';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { Locale } from '../engine/model.ts';
import type { Namespace } from './i18n.ts';

/**
 * i18next for React, as far as this site needs it: the words are always there before a page is shown, and the language
 * changes by rendering anew. (react-i18next does much more, for 3 kB on the first screen and some work per tap.)
 */

interface Translation {
  readonly i18n: i18n;
  readonly locale: Locale;
}

const TranslationContext = createContext<Translation | null>(null);

interface Props extends Translation {
  readonly children: ReactNode;
}

/** Gives the words of this locale to everything inside. */
export function TranslationProvider({ i18n, locale, children }: Props) {
  const value = useMemo(() => ({ i18n, locale }), [i18n, locale]);
  return <TranslationContext value={value}>{children}</TranslationContext>;
}

/** The words of a namespace in the language on the screen. Throws outside a `TranslationProvider`. */
export function useTranslation(namespace: Namespace): { t: TFunction; locale: Locale } {
  const translation = useContext(TranslationContext);
  if (!translation) throw new Error('useTranslation needs a TranslationProvider around it');
  const { i18n, locale } = translation;
  const t = useMemo(() => i18n.getFixedT(locale, namespace), [i18n, locale, namespace]);
  return { t, locale };
}
