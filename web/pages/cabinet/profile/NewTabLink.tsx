import type { ReactNode } from 'react';
import { useTranslation } from '../../../translation.tsx';
import styles from './NewTabLink.module.css';

interface Props {
  readonly href: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A link to another site, which opens in a new tab: an arrow shows it, and it is read out. */
export function NewTabLink({ href, className, children }: Props) {
  return (
    <a href={href} className={className} target="_blank" rel="noopener noreferrer">
      {children}
      <NewTabSign />
    </a>
  );
}

/** Shows and reads out that something opens in a new tab. */
export function NewTabSign() {
  const { t } = useTranslation('cabinet');
  return (
    <>
      <span className={styles.arrow} aria-hidden="true" title={t('profile.plan.new_tab')}>
        ↗
      </span>
      <span className="unseen"> ({t('profile.plan.new_tab')})</span>
    </>
  );
}
