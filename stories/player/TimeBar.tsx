import { Icon } from '../../web/ui/Icon.tsx';
import styles from './Player.module.css';

interface Props {
  readonly at: number;
  readonly last: number;
  readonly onTravel: (moment: number) => void;
}

/** Back and forth in time. */
export function TimeBar({ at, last, onTravel }: Props) {
  return (
    <div className={styles.time}>
      <button type="button" aria-label="Back in time" aria-disabled={at === 0} onClick={() => onTravel(at - 1)}>
        <Icon name="back" size={20} />
      </button>
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={`${at} of ${last} events`}
        min={0}
        max={last}
        value={at}
        onChange={(event) => onTravel(Number(event.target.value))}
      />
      <button type="button" aria-label="Forth in time" aria-disabled={at === last} onClick={() => onTravel(at + 1)}>
        <Icon name="forward" size={20} />
      </button>
      <output className={styles.count}>
        {at} / {last}
      </output>
    </div>
  );
}
