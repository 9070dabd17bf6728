import { useTranslation } from '../../../translation.tsx';
import cards from './SessionCard.module.css';
import grid from './SessionGrid.module.css';
import styles from './CardSkeletons.module.css';

const places = [1, 2, 3, 4, 5, 6];

/** As large as the first cards that take their place. */
export function CardSkeletons() {
  const { t } = useTranslation('site');
  return (
    <div aria-busy="true">
      <output className="unseen">{t('layout.loading')}</output>
      <div className={grid.grid} aria-hidden="true">
        {places.map((place) => (
          <div key={place} className={`${cards.card} ${styles.skeleton}`}>
            <div className={cards.picture} />
            <div className={cards.words}>
              <span className={styles.short} />
              <span className={styles.title} />
              <span className={styles.long} />
              <span className={styles.long} />
              <span className={styles.short} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
