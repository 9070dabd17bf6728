import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { readStepsLimit } from '../../engine/run/query.ts';
import { Logo } from '../ui/Logo.tsx';
import { useTranslation } from 'react-i18next';
import { useScripted } from '../ui/use-scripted.ts';
import styles from './PageFrame.module.css';
import { SiteFooter } from './SiteFooter.tsx';

interface Props {
  /** Where the logo leads. */
  readonly home: string;
  /** What stands beside the logo. */
  readonly header: ReactNode;
  /** Whether that is much, so that the logo has to be small on phones. */
  readonly compactLogo?: boolean;
  /** Of the page inside: the footer comes and goes with it. */
  readonly path: string;
  /** What stands between the header and the page. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/** What the frames of all pages share: the way past the header, the logo, the main landmark and the footer. */
export function PageFrame({ home, header, compactLogo = false, path, above, children }: Props) {
  const { t } = useTranslation('site');
  return (
    <div className={styles.layout}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        {t('layout.skip')}
      </a>
      <header className={styles.header}>
        <Link className={styles.home} to={{ pathname: home, search: useSharedSearch() }} aria-label={t('layout.home')}>
          <Logo name={t('brand')} compact={compactLogo} />
        </Link>
        {header}
      </header>
      {above}
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <SiteFooter key={path} />
    </div>
  );
}

/** The quiz stays as short as `stepsLimit` has made it (specification, section 4). The prerendered HTML can't know it. */
function useSharedSearch(): string {
  const { search } = useLocation();
  const limit = useScripted() ? readStepsLimit(search) : undefined;
  return limit === undefined ? '' : `?stepsLimit=${limit}`;
}

/** Without a new entry in the browser's history, which the quiz keeps its steps in. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
