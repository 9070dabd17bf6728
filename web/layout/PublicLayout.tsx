import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Locale } from '../../engine/model.ts';
import { useSite } from '../site.ts';
import { Logo } from '../ui/Logo.tsx';
import { useTranslation } from '../translation.tsx';
import { LocaleSwitcher } from './LocaleSwitcher.tsx';
import styles from './PublicLayout.module.css';
import { SiteFooter } from './SiteFooter.tsx';

interface Props {
  readonly locale: Locale;
  readonly loggedIn: boolean;
  readonly onChangeLocale: (locale: Locale) => void;
  readonly children: ReactNode;
}

/** The frame of the public pages (specification, section 2, "Public layout"). */
export function PublicLayout({ locale, loggedIn, onChangeLocale, children }: Props) {
  const { t } = useTranslation('site');
  const { home } = useSite();
  return (
    <div className={styles.layout}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        {t('layout.skip')}
      </a>
      <header className={styles.header}>
        <Link className={styles.home} to={home} aria-label={t('layout.home')}>
          <Logo name={t('brand')} />
        </Link>
        <LocaleSwitcher locale={locale} onChangeLocale={onChangeLocale} />
        <Link className={styles.account} to={loggedIn ? '/cabinet' : '/login'}>
          {loggedIn ? t('layout.cabinet') : t('layout.sign_in')}
        </Link>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}

/** Without a new entry in the browser's history, which the quiz keeps its steps in. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
