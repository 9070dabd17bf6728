import { useEffect, useState } from 'react';
import { pageLocale } from '../../session/cookies.ts';
import { onPageLocale } from '../../session/page-locale.ts';

/** The words of the question (`locales/*\/consent.yaml`). */
export type ConsentWords = Readonly<
  Record<'label' | 'ask' | 'now_yes' | 'now_no' | 'allow' | 'refuse' | 'more', string>
>;

const files = import.meta.glob<ConsentWords>('../../locales/*/consent.yaml', { import: 'default' });

/** The words in the language of the page, also after it has changed; null until they are here. */
export function useConsentWords(): { readonly words: ConsentWords; readonly locale: string } | null {
  const [shown, setShown] = useState<{ words: ConsentWords; locale: string } | null>(null);
  useEffect(() => {
    const load = () => {
      const locale = pageLocale();
      files[`../../locales/${locale}/consent.yaml`]?.()
        .then((words) => locale === pageLocale() && setShown({ words, locale }))
        .catch(() => undefined); // offline: the visitor is not asked, and nothing is loaded
    };
    load();
    return onPageLocale(load);
  }, []);
  return shown;
}
