import { useMemo } from 'react';
import { serverNow } from '../../../session/server-time.ts';
import { useTranslation } from '../../../translation.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { isBackward, requestOf } from './choice.ts';
import { LiveReport } from './LiveReport.tsx';
import { reports } from './report-calls.ts';
import { ReportControls } from './ReportControls.tsx';
import { ReportMessage } from './ReportMessage.tsx';
import styles from './ReportsPage.module.css';
import { useChoice } from './use-choice.ts';
import { useLive } from './use-live.ts';

/** `/cabinet/reports`: what visitors do in a quiz, for the team, live. */
export function ReportsPage() {
  const { locale } = useTranslation('cabinet');
  // All of it comes in the language on the screen, and is asked for anew in another one.
  return <Reports key={locale} />;
}

function Reports() {
  const { t } = useTranslation('cabinet');
  const { choice, change } = useChoice();
  const { value: funnels, error, look } = useLive(reports.list);
  const funnel = funnels?.find(({ id }) => id === choice.quiz) ?? funnels?.[0];
  const { period, from, to, by } = choice;
  const id = funnel?.id;
  const load = useMemo(() => {
    const wanted = { quiz: null, period, from, to, by };
    if (id === undefined || isBackward(wanted)) return null;
    return () => reports.read(requestOf(wanted, id, serverNow()));
  }, [id, period, from, to, by]);
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{t('reports.heading')}</h1>
      {funnels === null && error === null && <Spinner />}
      {funnels === null && error !== null && <ReportMessage error={error} onRetry={look} />}
      {funnels && <ReportControls funnels={funnels} funnel={funnel?.id ?? null} choice={choice} onChange={change} />}
      {funnel && load && <LiveReport key={funnel.id} funnel={funnel} load={load} />}
    </article>
  );
}
