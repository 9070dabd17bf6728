import { useTranslation } from '../../../translation.tsx';
import { MoonPhase } from '../../drawings/MoonPhase.tsx';
import type { Dashboard } from '../content.ts';
import { Part } from './Part.tsx';
import styles from './PlanWeek.module.css';
import { SessionRows } from './SessionRows.tsx';

type Plan = NonNullable<Dashboard['plan']>;

/** The week of the plan with its sessions; once all weeks have passed, what to do from then on. */
export function PlanWeek({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation('cabinet');
  const { t: planWords } = useTranslation('plan');
  const { week, weeks, over, title, practice, sessions } = plan;
  const list = t(over ? 'dashboard.plan.last_sessions' : 'dashboard.plan.sessions');
  return (
    <Part
      eyebrow={over ? t('dashboard.plan.over_eyebrow', { weeks }) : t('dashboard.plan.week', { week, weeks })}
      title={over ? t('dashboard.plan.over_title') : title}
    >
      <div className={styles.week}>
        <MoonPhase lit={week / weeks} />
        <div className={styles.words}>{over ? <p>{t('dashboard.plan.over_text')}</p> : <Focus plan={plan} />}</div>
      </div>
      {!over && (
        <p className={styles.practice}>
          <span className={styles.label}>{planWords('weeks.practice')}</span> {practice}
        </p>
      )}
      {sessions.length > 0 && (
        <>
          <p className={styles.label}>{list}</p>
          <SessionRows items={sessions} label={list} />
        </>
      )}
    </Part>
  );
}

/** In the words of the plan that was shown before the account was opened. */
function Focus({ plan: { stage, focus } }: { readonly plan: Plan }) {
  const { t } = useTranslation('plan');
  return (
    <>
      {stage !== 'begin' && <p className={styles.stage}>{t(`weeks.stage.${stage}`)}</p>}
      <p>{stage === 'begin' ? focus : t(`weeks.focus.${stage}`)}</p>
    </>
  );
}
