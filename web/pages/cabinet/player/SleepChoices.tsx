import { useTranslation } from '../../../translation.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Choice.module.css';
import { player } from './player.ts';
import { sleepChoices, type SleepTimer } from './player-view.ts';
import { clockTime } from './times.ts';

/** After how long the sound fades out, and how much of it is left. */
export function SleepChoices({ sleep }: { readonly sleep: SleepTimer | null }) {
  const { t } = useTranslation('cabinet');
  return (
    <>
      <label className={styles.choice}>
        <span className={styles.name}>{t('player.sleep')}</span>
        <select className={styles.select} value={sleep?.choice ?? ''} onChange={(event) => choose(event.target.value)}>
          <option value="">{t('player.sleep_off')}</option>
          {sleepChoices.map((choice) => (
            <option key={choice} value={choice}>
              {choice === 'end' ? t('player.sleep_end') : t('player.sleep_minutes', { minutes: choice })}
            </option>
          ))}
        </select>
        <span className={styles.sign}>
          <Icon name="down" size={20} />
        </span>
      </label>
      <p className={styles.left}>
        {sleep &&
          (sleep.choice === 'end'
            ? t('player.sleep_at_end')
            : t('player.sleep_left', { time: clockTime(sleep.secondsLeft) }))}
      </p>
    </>
  );
}

/** Nothing chosen ends the timer. */
function choose(value: string): void {
  player.setSleep(sleepChoices.find((choice) => String(choice) === value) ?? null);
}
