import { createContext, useContext } from 'react';
import type { Locale } from '../../../../engine/model.ts';

/** What the locale switcher does, for other controls of the same page. */
export const ChangeLocaleContext = createContext<((locale: Locale) => void) | null>(null);

/** Changes the language as the locale switcher does (specification, section 4). Throws outside the cabinet's frame. */
export function useChangeLocale(): (locale: Locale) => void {
  const changeLocale = useContext(ChangeLocaleContext);
  if (!changeLocale) throw new Error('useChangeLocale needs the cabinet layout around it');
  return changeLocale;
}
