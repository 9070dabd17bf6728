import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Locale } from '../../engine/model.ts';
import { useSite } from '../site.ts';
import { useTranslation } from 'react-i18next';
import { LocaleSwitcher } from './LocaleSwitcher.tsx';
import { PageFrame } from './PageFrame.tsx';
import styles from './PublicLayout.module.css';

interface Props {
  readonly locale: Locale;
  readonly loggedIn: boolean;
  readonly onChangeLocale: (locale: Locale) => void;
  /** Of the page inside. */
  readonly path: string;
  readonly funnel?: string | undefined;
  readonly children: ReactNode;
}

/** The frame of the public pages (specification, section 2, "Public layout"). */
export function PublicLayout({ loggedIn, path, children, ...languages }: Props) {
  const { t } = useTranslation('site');
  const { home } = useSite();
  const header = (
    <>
      <LocaleSwitcher {...languages} />
      <Link className={styles.account} to={loggedIn ? '/cabinet' : '/login'}>
        {loggedIn ? t('layout.cabinet') : t('layout.sign_in')}
      </Link>
    </>
  );
  return (
    <PageFrame home={home} header={header} compactLogo={loggedIn} path={path}>
      {children}
    </PageFrame>
  );
}
