import { useTranslation } from '../../translation.tsx';
import { MoonPhase } from '../drawings/MoonPhase.tsx';
import styles from './PlanWeeks.module.css';
import type { PlanSessions } from './plan-sessions.ts';
import { WeekSessions } from './WeekSessions.tsx';
import { planWeeks, weeksInPlan, type PlanWeek, type Topic } from './weeks.ts';

interface Props {
  readonly topics: readonly Topic[];
  /** What there is to listen to, by topic. */
  readonly sessions: PlanSessions;
}

/** The plan as four weeks, under a moon that grows. Nothing where the outcome has no topics. */
export function PlanWeeks({ topics, sessions }: Props) {
  const { t } = useTranslation('plan');
  const weeks = planWeeks(topics, sessions);
  if (weeks.length === 0) return null;
  return (
    <section className={styles.plan} aria-labelledby="weeks">
      <h2 id="weeks">{t('weeks.title')}</h2>
      <p className={styles.intro}>{t('weeks.intro')}</p>
      <ol className={styles.weeks}>
        {weeks.map((week) => (
          <Week key={week.number} week={week} />
        ))}
      </ol>
    </section>
  );
}

function Week({ week: { number, topic, stage, sessions } }: { readonly week: PlanWeek }) {
  const { t } = useTranslation('plan');
  return (
    <li className={styles.week}>
      <span className={styles.mark}>
        <MoonPhase lit={number / weeksInPlan} />
      </span>
      <div className={styles.words}>
        <h3 className={styles.heading}>
          <span className={styles.number}>
            {t('weeks.week', { week: number })}
            {stage !== 'begin' && <> · {t(`weeks.stage.${stage}`)}</>}
          </span>{' '}
          <span className={styles.topic}>{topic.title}</span>
        </h3>
        <p>{stage === 'begin' ? topic.focus : t(`weeks.focus.${stage}`)}</p>
        <WeekSessions week={number} sessions={sessions} />
        <p className={styles.practice}>
          <span className={styles.practiceLabel}>{t('weeks.practice')}</span> {topic.practice}
        </p>
      </div>
    </li>
  );
}
