import type { PlanSession } from './plan-content.ts';
import styles from './SessionLine.module.css';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly session: PlanSession;
  /** What it is, above its title. */
  readonly label?: string;
}

/** A session of a plan: its cover, its title, how long it is and what leads it. */
export function SessionLine({ session: { title, minutes, voice, picture }, label }: Props) {
  const { t } = useTranslation('plan');
  return (
    <div className={styles.session}>
      {picture !== undefined && (
        <img className={styles.cover} src={picture} width={56} height={56} alt="" loading="lazy" />
      )}
      <span className={styles.words}>
        {label && <span className={styles.facts}>{label}</span>} <span>{title}</span>{' '}
        <span className={styles.facts}>
          {t('weeks.minutes', { minutes })} · {voice}
        </span>
      </span>
    </div>
  );
}
