import { languageTag } from '../../../../engine/model.ts';
import { useTranslation } from '../../../translation.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Choice.module.css';
import { player } from './player.ts';
import { speeds } from './player-view.ts';

/** The browser's own select: it is at home on every phone. */
export function SpeedChoice({ speed }: { readonly speed: number }) {
  const { t, locale } = useTranslation('cabinet');
  const number = new Intl.NumberFormat(languageTag(locale));
  return (
    <label className={styles.choice}>
      <span className={styles.name}>{t('player.speed')}</span>
      <select className={styles.select} value={speed} onChange={(event) => player.setSpeed(Number(event.target.value))}>
        {speeds.map((each) => (
          <option key={each} value={each}>
            {number.format(each)}×
          </option>
        ))}
      </select>
      <span className={styles.sign}>
        <Icon name="down" size={20} />
      </span>
    </label>
  );
}
