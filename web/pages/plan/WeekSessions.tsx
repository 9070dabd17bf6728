import { useTranslation } from '../../translation.tsx';
import type { PlanSession } from './plan-sessions.ts';
import styles from './WeekSessions.module.css';

interface Props {
  readonly week: number;
  readonly sessions: readonly PlanSession[];
}

/** What can be listened to in a week: the title of each session, how long it is and what leads it. */
export function WeekSessions({ week, sessions }: Props) {
  const { t } = useTranslation('plan');
  if (sessions.length === 0) return null;
  const id = `week-${week}-sessions`;
  return (
    <div>
      <p id={id} className={styles.label}>
        {t('weeks.sessions')}
      </p>
      <ul className={styles.sessions} aria-labelledby={id}>
        {sessions.map(({ title, minutes, voice }) => (
          <li key={title} className={styles.session}>
            <span>{title}</span>{' '}
            <span className={styles.facts}>
              {t('weeks.minutes', { minutes })} · {voice}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
