import { languageTag } from '../../../../engine/model.ts';
import { useTranslation } from '../../../translation.tsx';
import type { Dashboard } from '../content.ts';
import styles from './DaysChart.module.css';
import { heardMinutes } from './minutes.ts';

/** The lowest of the bars' full height, in minutes: one short session is no towering bar. */
const leastFullHeight = 20;

/** Minutes of each of the last days, as bars; screen readers are told the day and its minutes. */
export function DaysChart({ days }: Pick<Dashboard, 'days'>) {
  const { t, locale } = useTranslation('cabinet');
  const bars = days.map(({ day, heardSeconds }) => ({ day, minutes: heardMinutes(heardSeconds) }));
  const fullHeight = Math.max(leastFullHeight, ...bars.map(({ minutes }) => minutes));
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
            <span className={styles.minutes} aria-hidden="true">
              {minutes > 0 && minutes}
            </span>
            <span className={styles.room} aria-hidden="true">
              <span className={styles.bar} style={{ height: `${(100 * minutes) / fullHeight}%` }} />
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
