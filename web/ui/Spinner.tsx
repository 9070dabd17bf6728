import { useTranslation } from 'react-i18next';
import styles from './Spinner.module.css';

interface Props {
  /** Covers the page until it can be shown, and says so (specification, section 2, "App start"). */
  readonly fullScreen?: boolean;
}

/** A turning ring in the colour of the text. The small one is silent: what it stands in says what is going on. */
export function Spinner({ fullScreen = false }: Props) {
  const { t } = useTranslation('site');
  const ring = (
    <svg className={styles.spinner} viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
      <circle className={styles.track} cx="12" cy="12" r="9.5" strokeWidth="2.5" />
      <path d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
  if (!fullScreen) return ring;
  return (
    <div className={styles.hold}>
      <output className={styles.screen}>
        {ring}
        <span className="unseen">{t('layout.loading')}</span>
      </output>
    </div>
  );
}
