import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import type { Locale } from '../../engine/model.ts';
import { useSite } from '../site.ts';
import { useTranslation } from 'react-i18next';
import { useScripted } from '../ui/use-scripted.ts';
import { localeName } from './locale-name.ts';
import styles from './LocaleSwitcher.module.css';

interface Props {
  readonly locale: Locale;
  /** Whose languages are offered; without it those of the site. */
  readonly funnel?: string | undefined;
  readonly onChangeLocale: (locale: Locale) => void;
}

/**
 * A link for each language that the page comes in: the server honours it where no script runs, else the page changes in
 * place. Opened in another tab, it keeps the rest of the query. The prerendered HTML can't know that: there the starter
 * script adds it.
 */
export function LocaleSwitcher({ locale, funnel, onChangeLocale }: Props) {
  const { t } = useTranslation('site');
  const { locales, funnels } = useSite();
  const { search } = useLocation();
  const quiz = funnels.find(({ id }) => id === funnel);
  const offered = quiz ? locales.filter((each) => each in quiz.data) : locales;
  const query = useScripted() ? search : '';
  const change = (event: MouseEvent, to: Locale) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onChangeLocale(to); // also the one on the screen: it takes back a choice that is under way
  };
  if (offered.length < 2) return null;
  return (
    <nav className={styles.locales} aria-label={t('layout.language')}>
      {offered.map((each) => (
        <a
          key={each}
          aria-label={localeName(each)}
          className={styles.locale}
          href={withLocale(query, each)}
          lang={each}
          hrefLang={each}
          aria-current={each === locale ? 'true' : undefined}
          onClick={(event) => change(event, each)}
        >
          {/* On narrow screens only the first letters are seen; all of it is read. */}
          {localeName(each).slice(0, 2)}
          <span className={styles.rest}>{localeName(each).slice(2)}</span>
        </a>
      ))}
    </nav>
  );
}

function withLocale(query: string, locale: Locale): string {
  const parameters = new URLSearchParams(query);
  parameters.set('locale', locale);
  return `?${parameters.toString()}`;
}
