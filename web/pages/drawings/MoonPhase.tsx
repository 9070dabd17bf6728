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

/**
 * Outline of the lit part of a waxing moon: `lit` runs from 0 (new) to 1 (full), around `center`.
 * The outer edge is half a circle; the inner one is half an ellipse that bulges with the phase.
 */
export function moonPath(lit: number, { center, radius }: { center: number; radius: number }): string {
  const top = center - radius;
  const bottom = center + radius;
  const bulge = round(radius * Math.abs(1 - 2 * lit));
  const side = lit < 0.5 ? 0 : 1;
  return `M${center} ${top}A${radius} ${radius} 0 0 1 ${center} ${bottom}A${bulge} ${radius} 0 0 ${side} ${center} ${top}Z`;
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
