import type { ReactNode } from 'react';
import { MoonPhase } from '../drawings/MoonPhase.tsx';
import type { PlanSession, PlanSessions } from './plan-content.ts';
import styles from './PlanWeeks.module.css';
import { SessionLine } from './SessionLine.tsx';
import { type ShownPlanWeek, planWeeksOf, type Topic, weeksInPlan } from './plan-content.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon.tsx';

interface PlanWeeksProps {
  readonly topics: readonly Topic[];
  /** What there is to listen to, by topic. */
  readonly sessions: PlanSessions;
  readonly title: ReactNode;
  readonly intro: ReactNode;
}

/** The plan as four weeks, under a moon that grows. Nothing where the outcome has no topics. */
export function PlanWeeks({ topics, sessions, title, intro }: PlanWeeksProps) {
  const weeks = planWeeksOf(topics, sessions);
  if (weeks.length === 0) return null;
  return (
    <section className={styles.plan} aria-labelledby="weeks">
      <h2 id="weeks">{title}</h2>
      <p className={styles.intro}>{intro}</p>
      <ol className={styles.weeks}>
        {weeks.map((week) => (
          <Week key={week.number} week={week} />
        ))}
      </ol>
    </section>
  );
}

/** A week: the first lies open, the others unfold. The browser does it; no script is needed. */
function Week({ week }: { readonly week: ShownPlanWeek }) {
  const { number } = week;
  return (
    <li className={styles.week}>
      <span className={styles.mark}>
        <MoonPhase lit={number / weeksInPlan} />
      </span>
      {number === 1 ? (
        <div className={styles.words}>
          <WeekHeading week={week} />
          <WeekWords week={week} />
        </div>
      ) : (
        <details className={styles.folded}>
          <summary className={styles.summary}>
            <WeekHeading week={week} />
            <Icon name="down" size={20} />
          </summary>
          <div className={styles.words}>
            <WeekWords week={week} />
          </div>
        </details>
      )}
    </li>
  );
}

function WeekHeading({ week: { number, topic, stage } }: { readonly week: ShownPlanWeek }) {
  const { t } = useTranslation('plan');
  return (
    <h3 className={styles.heading}>
      <span className={styles.number}>
        {t('weeks.week', { week: number })}
        {stage !== 'begin' && <> · {t(`weeks.stage.${stage}`)}</>}
      </span>{' '}
      <span className={styles.topic}>{topic.title}</span>
    </h3>
  );
}

/** What the week is about, what there is to listen to, and what to do. */
function WeekWords({ week: { number, topic, stage, sessions } }: { readonly week: ShownPlanWeek }) {
  const { t } = useTranslation('plan');
  return (
    <>
      <p>{stage === 'begin' ? topic.focus : t(`weeks.focus.${stage}`)}</p>
      <WeekSessions week={number} sessions={sessions} />
      <p className={styles.practice}>
        <span className={styles.practiceLabel}>{t('weeks.practice')}</span> {topic.practice}
      </p>
    </>
  );
}

interface WeekSessionsProps {
  readonly week: number;
  readonly sessions: readonly PlanSession[];
}

/** What can be listened to in a week: the title of each session, how long it is and what leads it. */
function WeekSessions({ week, sessions }: WeekSessionsProps) {
  const { t } = useTranslation('plan');
  if (sessions.length === 0) return null;
  const id = `week-${week}-sessions`;
  return (
    <div>
      <p id={id} className={styles.label}>
        {t('weeks.sessions')}
      </p>
      <ul className={styles.sessions} aria-labelledby={id}>
        {sessions.map((session) => (
          <li key={session.title}>
            <SessionLine session={session} />
          </li>
        ))}
      </ul>
    </div>
  );
}
