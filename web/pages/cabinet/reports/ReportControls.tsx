import { languageTag } from '../../../../engine/model.ts';
import { useTranslation } from '../../../translation.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { groups, isBackward, periods, type Choice } from './choice.ts';
import type { ReportedFunnel } from './report-calls.ts';
import styles from './ReportsPage.module.css';

interface Props {
  readonly funnels: readonly ReportedFunnel[];
  /** The one that is looked at. */
  readonly funnel: string | null;
  readonly choice: Choice;
  readonly onChange: (changed: Partial<Choice>) => void;
}

/** Which quiz, which days, and what is compared. */
export function ReportControls({ funnels, funnel, choice, onChange }: Props) {
  const { t, locale } = useTranslation('cabinet');
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
