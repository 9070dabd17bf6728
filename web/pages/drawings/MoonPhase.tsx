import { moonPath } from './moon-path.ts';
import styles from './MoonPhase.module.css';

interface Props {
  /** How much of it is lit, from 0 to 1. */
  readonly lit: number;
}

/** A small moon that grows with the weeks. Always beside words, so hidden from screen readers. */
export function MoonPhase({ lit }: Props) {
  return (
    <svg className={styles.moon} viewBox="0 0 40 40" aria-hidden="true">
      <circle className={styles.dark} cx="20" cy="20" r="18" />
      <path className={styles.lit} d={moonPath(lit, { center: 20, radius: 18 })} />
    </svg>
  );
}
