import { useTranslation } from '../../translation.tsx';
import { languageTag, type Locale, type ResultBar } from '../../../engine/model.ts';
import styles from './ProfileBars.module.css';

interface Props {
  readonly bars: readonly ResultBar[];
  readonly locale: Locale;
}

/** The picture of a profile: a list that reads as "Label, 62 out of 100", each line with its bar drawn beneath. */
export function ProfileBars({ bars, locale }: Props) {
  const { t } = useTranslation('results');
  const number = new Intl.NumberFormat(languageTag(locale));
  return (
    <ul className={styles.bars}>
      {bars.map(({ dimension, label, percent }) => (
        <li key={dimension} className={styles.bar}>
          <span className={styles.label}>{label}</span>
          <span className={styles.value}>{t('profile.value', { value: number.format(percent) })}</span>
          <svg className={styles.picture} width="100%" height="14" aria-hidden="true">
            <rect className={styles.track} width="100%" height="14" rx="7" />
            <rect className={styles.fill} width={`${percent}%`} height="14" rx="7" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
