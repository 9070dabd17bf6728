import { languageTag } from '../../../../engine/model.ts';
import { useTranslation } from '../../../translation.tsx';
import { MoonPhase } from '../../drawings/MoonPhase.tsx';
import type { Dashboard } from '../content.ts';
import { DaysChart } from './DaysChart.tsx';
import styles from './Listened.module.css';
import { heardMinutes } from './minutes.ts';
import { Part } from './Part.tsx';

interface Props {
  readonly dashboard: Pick<Dashboard, 'streakDays' | 'heardSeconds' | 'finished' | 'days'>;
}

/** What was listened to. Whoever has not begun is shown no zeros, and whoever has paused is not told off. */
export function Listened({ dashboard: { streakDays, heardSeconds, finished, days } }: Props) {
  const { t, locale } = useTranslation('cabinet');
  const number = new Intl.NumberFormat(languageTag(locale));
  if (heardSeconds === 0 && finished === 0) {
    return (
      <Part title={t('dashboard.listened.title')}>
        <div className={styles.none}>
          <MoonPhase lit={0} />
          <p>{t('dashboard.listened.none')}</p>
        </div>
      </Part>
    );
  }
  const minutes = heardMinutes(heardSeconds);
  return (
    <Part title={t('dashboard.listened.title')}>
      <dl className={styles.facts}>
        {streakDays > 0 && (
          <Fact value={number.format(streakDays)} label={t('dashboard.listened.streak', { count: streakDays })} />
        )}
        <Fact value={number.format(minutes)} label={t('dashboard.listened.minutes', { count: minutes })} />
        <Fact value={number.format(finished)} label={t('dashboard.listened.finished', { count: finished })} />
      </dl>
      <DaysChart days={days} />
      {streakDays === 0 && <p className={styles.note}>{t('dashboard.listened.pause')}</p>}
    </Part>
  );
}

function Fact({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  );
}
