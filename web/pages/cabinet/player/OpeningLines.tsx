import { useTranslation } from 'react-i18next';
import { lineAt } from './opening-lines.ts';
import styles from './OpeningLines.module.css';
import type { PlayerView } from './player-view.ts';

interface OpeningLinesProps {
  readonly lines: readonly string[];
  readonly view: PlayerView;
}

/**
 * What nobody speaks: line after line over a circle that breathes, and at last that there is only sound. Screen readers
 * find all lines as a list, to be read at their own pace: one that is announced would talk over the sound.
 */
export function OpeningLines({ lines, view: { status, positionSeconds } }: OpeningLinesProps) {
  const { t } = useTranslation('cabinet');
  const all = [...lines, t('player.only_sound')];
  const shown = lineAt(positionSeconds, all.length);
  const isOver = shown === null || shown === lines.length;
  return (
    <div className={styles.opening} data-over={isOver} data-playing={status === 'playing'}>
      <div className={styles.circle} />
      <ol className={styles.lines} aria-label={t('player.opening')}>
        {all.map((line, index) => (
          <li key={line} className={styles.line} data-shown={index === shown}>
            {line}
          </li>
        ))}
      </ol>
    </div>
  );
}

interface OpeningSwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Whether sessions begin with their lines. */
export function OpeningSwitch({ isOn, onChange }: OpeningSwitchProps) {
  const { t } = useTranslation('cabinet');
  return (
    <label className={styles.switch}>
      <span>{t('player.opening')}</span>
      <input
        type="checkbox"
        role="switch"
        className={styles.box}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
