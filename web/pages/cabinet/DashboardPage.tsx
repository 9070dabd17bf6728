import { languageTag } from '../../../engine/model.ts';
import { useEffect } from 'react';
import { useKnownUser } from '../../session/use-known-user.ts';
import { useTranslation } from '../../translation.tsx';
import styles from './DashboardPage.module.css';
import { DashboardFailure } from './dashboard/DashboardFailure.tsx';
import { DashboardSkeleton } from './dashboard/DashboardSkeleton.tsx';
import { Listened } from './dashboard/Listened.tsx';
import { NextSession } from './dashboard/NextSession.tsx';
import { partOfDay } from './dashboard/part-of-day.ts';
import { PlanWeek } from './dashboard/PlanWeek.tsx';
import { Suggestions } from './dashboard/Suggestions.tsx';
import { useDashboard } from './dashboard/use-dashboard.ts';
import { sessionToBegin, type Dashboard } from './content.ts';
import { useAccessEnd } from './sessions/use-access-end.ts';

/** The dashboard: what to go on with, the week of the plan, and what was listened to. */
export function DashboardPage() {
  const { locale } = useTranslation('cabinet');
  const { state, look } = useDashboard(locale);
  const told = useAccessEnd();
  const error = state.kind === 'failed' && state.error;
  useEffect(() => told(error), [told, error]);
  if (state.kind === 'failed') return <DashboardFailure error={state.error} onRetry={look} />;
  if (state.kind !== 'loaded') return <DashboardSkeleton />;
  return <Loaded dashboard={state.dashboard} now={state.now} />;
}

interface Props {
  readonly dashboard: Dashboard;
  readonly now: Date;
}

function Loaded({ dashboard, now }: Props) {
  const { next, plan, recommended } = dashboard;
  const first = sessionToBegin(dashboard);
  const known = new Set([...(plan?.sessions ?? []), next ?? first].map((item) => item?.id));
  const others = recommended.filter(({ id }) => !known.has(id));
  const suggestions = <Suggestions items={others} hasPlan={plan !== null} />;
  return (
    <article className={styles.page}>
      <Greeting now={now} />
      <div className={styles.parts}>
        <div className={styles.column}>
          <NextSession next={next} first={first} />
          {plan ? <PlanWeek plan={plan} /> : suggestions}
        </div>
        <div className={styles.column}>
          <Listened dashboard={dashboard} />
          {plan && suggestions}
        </div>
      </div>
    </article>
  );
}

function Greeting({ now }: Pick<Props, 'now'>) {
  const { t, locale } = useTranslation('cabinet');
  const name = useKnownUser()?.firstName;
  const date = new Intl.DateTimeFormat(languageTag(locale), { weekday: 'long', day: 'numeric', month: 'long' }).format(
    now,
  );
  const part = partOfDay(now);
  return (
    <header>
      <p className={styles.date}>{date}</p>
      <h1 className={styles.greeting}>
        {name ? t(`dashboard.greeting_named.${part}`, { name }) : t(`dashboard.greeting.${part}`)}
      </h1>
    </header>
  );
}
