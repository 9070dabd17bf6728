import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageTag } from '../../../../engine/model.ts';
import { Icon } from '../../../ui/Icon.tsx';
import {
  clockTime,
  type Ending,
  sessionEndings,
  sleepChoices,
  speeds,
  type PlayerView,
  type SleepTimer,
} from './player-view.ts';
import { player } from './player.ts';
import styles from './PlayerSettings.module.css';

/** When the sound stops, what comes after it, and how fast a recording is played. */
export function PlayerSettings({ view }: { readonly view: PlayerView }) {
  return (
    <div className={styles.settings}>
      <SleepChoices sleep={view.sleep} />
      <EndingChoice ending={view.ending} />
      {view.item?.speaker && <SpeedChoice speed={view.speed} />}
    </div>
  );
}

/** After how long the sound fades out, and how much of it is left. */
function SleepChoices({ sleep }: { readonly sleep: SleepTimer | null }) {
  const { t } = useTranslation('cabinet');
  const id = useId();
  const left = sleep?.choice === 'end' ? t('player.sleep_at_end') : t('player.sleep_left', timeOf(sleep));
  const nameOf = (choice: (typeof sleepChoices)[number] | null) => {
    if (choice === null) return t('player.sleep_off');
    return choice === 'end' ? t('player.sleep_end') : t('player.sleep_minutes', { minutes: choice });
  };
  return (
    <div className={styles.sleep}>
      <div className={styles.heading}>
        <span id={id} className={styles.name}>
          {t('player.sleep')}
        </span>
        {sleep && <span className={styles.left}>{left}</span>}
      </div>
      <div role="radiogroup" aria-labelledby={id} className={styles.chips}>
        {[null, ...sleepChoices].map((choice) => (
          <label key={choice} className={styles.chip}>
            <input
              type="radio"
              name={id}
              className={styles.radio}
              checked={choice === (sleep?.choice ?? null)}
              onChange={() => player.setSleep(choice)}
            />
            <span className={styles.word}>{nameOf(choice)}</span>
          </label>
        ))}
      </div>
    </div>
  );
}

const timeOf = (sleep: SleepTimer | null) => ({ time: clockTime(sleep?.secondsLeft ?? 0) });

interface ChoiceProps {
  readonly name: string;
  readonly value: string | number;
  readonly choose: (value: string) => void;
  /** Its options. */
  readonly children: ReactNode;
}

/** The browser's own select: it is at home on every phone. */
function Choice({ name, value, choose, children }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <span className={styles.name}>{name}</span>
      <select className={styles.select} value={value} onChange={(event) => choose(event.target.value)}>
        {children}
      </select>
      <span className={styles.unfold}>
        <Icon name="down" size={20} />
      </span>
    </label>
  );
}

/** What happens when the session is over. */
function EndingChoice({ ending }: { readonly ending: Ending }) {
  const { t } = useTranslation('cabinet');
  return (
    <Choice name={t('player.ending')} value={ending} choose={(value) => player.setEnding(value as Ending)}>
      {sessionEndings.map((each) => (
        <option key={each} value={each}>
          {t(`player.endings.${each}`)}
        </option>
      ))}
    </Choice>
  );
}

function SpeedChoice({ speed }: { readonly speed: number }) {
  const { t, i18n } = useTranslation('cabinet');
  const number = new Intl.NumberFormat(languageTag(i18n.language));
  return (
    <Choice name={t('player.speed')} value={speed} choose={(value) => player.setSpeed(Number(value))}>
      {speeds.map((each) => (
        <option key={each} value={each}>
          {number.format(each)}×
        </option>
      ))}
    </Choice>
  );
}
