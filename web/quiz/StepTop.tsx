import type { TFunction } from 'i18next';
import type { Screen } from '../../engine/model.ts';
import { Icon } from '../ui/Icon.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import styles from './StepTop.module.css';

interface Props {
  readonly screen: Screen;
  /** Which step it is of how many, in words. */
  readonly place: string;
  readonly t: TFunction;
  readonly onBack: () => void;
}

/** How far the quiz is, and the way back from the second step on (specification, section 2). */
export function StepTop({ screen, place, t, onBack }: Props) {
  const { current, final, percent } = screen.progress;
  return (
    <div className={styles.top}>
      <div className={styles.line}>
        {screen.canGoBack && (
          <button type="button" className={styles.back} data-tap="back" onClick={onBack}>
            <Icon name="back" />
            {t('quiz.back')}
          </button>
        )}
        <p className={styles.count} aria-hidden="true">
          <span>
            {current}/{final}
          </span>{' '}
          <span className={styles.percent}>{percent}%</span>
        </p>
      </div>
      <ProgressBar value={current} max={final} label={t('quiz.progress')} text={`${place}, ${percent}%`} />
    </div>
  );
}
