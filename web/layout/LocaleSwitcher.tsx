import type { MouseEvent } from 'react';
import type { Locale } from '../../engine/model.ts';
import { useSite } from '../site.ts';
import { useTranslation } from '../translation.tsx';
import styles from './LocaleSwitcher.module.css';

interface Props {
  readonly locale: Locale;
  readonly onChangeLocale: (locale: Locale) => void;
}

/** A link for each language: the server honours it where no script runs, else the page changes in place. */
export function LocaleSwitcher({ locale, onChangeLocale }: Props) {
  const { t } = useTranslation('site');
  const { locales } = useSite();
  const change = (event: MouseEvent, to: Locale) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (to !== locale) onChangeLocale(to);
  };
  return (
    <nav className={styles.locales} aria-label={t('layout.language')}>
      {locales.map((each) => (
        <a
          key={each}
          aria-label={nameOf(each)}
          className={styles.locale}
          href={`?locale=${each}`}
          lang={each}
          hrefLang={each}
          aria-current={each === locale ? 'true' : undefined}
          onClick={(event) => change(event, each)}
        >
          {nameOf(each).slice(0, 2)}
          <span className={styles.rest}>{nameOf(each).slice(2)}</span>
        </a>
      ))}
    </nav>
  );
}

/** The language's name in itself, "Español"; on narrow screens only its first letters are seen, all of it is read. */
function nameOf(locale: Locale): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
