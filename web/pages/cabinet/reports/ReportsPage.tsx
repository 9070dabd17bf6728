import { languageTag } from '../../../../engine/model.ts';
import { type Choice, groups, isBackward, periods, useChoice } from './choice.ts';
import { LiveReport, refreshMilliseconds, ReportMessage } from './LiveReport.tsx';
import { type ReportedFunnel, reports } from './report-calls.ts';
import styles from './ReportsPage.module.css';
import { usePageQuery } from '../page-query.ts';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../ui/Select.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { TextField } from '../../../ui/TextField.tsx';

/** `/cabinet/reports`: what visitors do in a quiz, for the team, live. */
export function ReportsPage() {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { choice, change } = useChoice();
  const {
    value: funnels,
    error,
    look,
  } = usePageQuery({
    key: ['reports', locale],
    load: reports.list,
    refetchInterval: refreshMilliseconds,
  });
  const funnel = funnels?.find(({ id }) => id === choice.quiz) ?? funnels?.[0];
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{t('reports.heading')}</h1>
      {!funnels && (error === null ? <Spinner /> : <ReportMessage error={error} onRetry={look} />)}
      {funnels && <ReportControls funnels={funnels} funnel={funnel?.id ?? null} choice={choice} onChange={change} />}
      {funnel && !isBackward(choice) && <LiveReport key={funnel.id} funnel={funnel} choice={choice} />}
    </article>
  );
}

interface Props {
  readonly funnels: readonly ReportedFunnel[];
  /** The one that is looked at. */
  readonly funnel: string | null;
  readonly choice: Choice;
  readonly onChange: (changed: Partial<Choice>) => void;
}

/** Which quiz, which days, and what is compared. */
function ReportControls({ funnels, funnel, choice, onChange }: Props) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const count = new Intl.NumberFormat(languageTag(locale), { useGrouping: 'always' });
  return (
    <search className={styles.controls} aria-label={t('reports.controls')}>
      <div className={styles.control}>
        <Select
          small
          label={t('reports.quiz')}
          options={funnels.map(({ id, name, visits }) => ({
            value: id,
            title: t('reports.quiz_visits', { name, count: visits, visits: count.format(visits) }),
          }))}
          value={funnel}
          onChange={(quiz) => onChange({ quiz })}
        />
      </div>
      <div className={styles.control}>
        <Select
          small
          label={t('reports.period')}
          options={periods.map((value) => ({ value, title: t(`reports.periods.${value}`) }))}
          value={choice.period}
          onChange={(period) => period && onChange({ period })}
        />
      </div>
      <div className={styles.control}>
        <Select
          small
          clearable
          label={t('reports.by')}
          placeholder={t('reports.by_nothing')}
          options={groups.map((value) => ({ value, title: t(`reports.groups.${value}`) }))}
          value={choice.by}
          onChange={(by) => onChange({ by })}
        />
      </div>
      {choice.period === 'own' && <OwnDays choice={choice} onChange={onChange} />}
    </search>
  );
}

function OwnDays({ choice, onChange }: Pick<Props, 'choice' | 'onChange'>) {
  const { t } = useTranslation('cabinet');
  return (
    <>
      <div className={styles.control}>
        <TextField
          type="date"
          label={t('reports.from')}
          remark={t('reports.utc')}
          value={choice.from}
          onChange={({ target }) => onChange({ from: target.value })}
        />
      </div>
      <div className={styles.control}>
        <TextField
          type="date"
          label={t('reports.to')}
          remark={t('reports.utc')}
          value={choice.to}
          error={isBackward(choice) && t('reports.backward')}
          onChange={({ target }) => onChange({ to: target.value })}
        />
      </div>
    </>
  );
}
