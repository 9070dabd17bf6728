import { languageTag } from '../../../../engine/model.ts';
import type { Dashboard } from '../content.ts';
import styles from './Listened.module.css';
import { Part } from './Part.tsx';
import { heardMinutes } from '../times.ts';
import { MoonPhase } from '../../drawings/MoonPhase.tsx';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly dashboard: Pick<Dashboard, 'streakDays' | 'heardSeconds' | 'finished' | 'days'>;
}

/** What was listened to. New members see no zeros, and a pause is not held against anyone. */
export function Listened({ dashboard: { streakDays, heardSeconds, finished, days } }: Props) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
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

/** The least that a bar of full height stands for, in minutes: one short session is no towering bar. */
const minFullHeight = 20;

/** Of the highest bar, in rem; where all are lower, the chart is. */
const fullHeightRem = 5;

/** Minutes of each of the last days, as bars; screen readers read the day and its minutes. */
function DaysChart({ days }: Pick<Dashboard, 'days'>) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const bars = days.map(({ day, heardSeconds }) => ({ day, minutes: heardMinutes(heardSeconds) }));
  const fullHeight = Math.max(minFullHeight, ...bars.map(({ minutes }) => minutes));
  const name = (day: string, weekday: 'long' | 'narrow') =>
    new Intl.DateTimeFormat(languageTag(locale), { weekday, timeZone: 'UTC' }).format(new Date(day));
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{t('dashboard.listened.days')}</figcaption>
      <ol className={styles.days}>
        {bars.map(({ day, minutes }) => (
          <li key={day} className={styles.day}>
            <span className="unseen">
              {t(minutes > 0 ? 'dashboard.listened.day' : 'dashboard.listened.quiet_day', {
                day: name(day, 'long'),
                count: minutes,
              })}
            </span>
            <span className={styles.room} aria-hidden="true">
              {minutes > 0 && minutes}
              <span className={styles.bar} style={{ height: `${(fullHeightRem * minutes) / fullHeight}rem` }} />
            </span>
            <span className={styles.name} aria-hidden="true">
              {name(day, 'narrow')}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
