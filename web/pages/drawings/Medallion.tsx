import { useId } from 'react';
import styles from './Medallion.module.css';

interface Props {
  /** What stands in the sky: a full moon, the first sun, or only stars. */
  readonly scene: 'moon' | 'dawn' | 'stars';
  readonly large?: boolean;
}

/** A round view of still water under an evening sky. Decoration: hidden from screen readers. */
export function Medallion({ scene, large = false }: Props) {
  const id = useId();
  return (
    <svg className={large ? styles.large : styles.small} viewBox="0 0 120 120" aria-hidden="true">
      <defs>
        <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
          <stop className={styles.night} offset="0" />
          <stop className={styles.dusk} offset="0.45" />
          <stop className={styles.rose} offset="0.78" />
          <stop className={styles.dawn} offset="1" />
        </linearGradient>
        <clipPath id={`${id}round`}>
          <circle cx="60" cy="60" r="60" />
        </clipPath>
      </defs>
      <g clipPath={`url(#${id}round)`}>
        <rect width="120" height="84" fill={`url(#${id}sky)`} />
        <Sky scene={scene} />
        <path className={styles.hill} d="M-4 84C14 66 30 64 46 74s28 4 42-6 26-8 40 2v16H-4Z" />
        <rect className={styles.water} y="82" width="120" height="38" />
        <g className={styles.ripples}>
          <path d="M40 90h40M50 97h20M34 104h36M56 111h26" />
        </g>
      </g>
    </svg>
  );
}

function Sky({ scene }: Pick<Props, 'scene'>) {
  switch (scene) {
    case 'moon':
      return (
        <>
          <Stars />
          <circle className={styles.halo} cx="62" cy="42" r="25" />
          <circle className={styles.light} cx="62" cy="42" r="16" />
        </>
      );
    case 'dawn':
      return (
        <>
          <circle className={styles.halo} cx="60" cy="72" r="36" />
          <circle className={styles.light} cx="60" cy="72" r="20" />
        </>
      );
    case 'stars':
      return (
        <>
          <Stars />
          <circle className={styles.ring} cx="62" cy="42" r="16" />
        </>
      );
  }
}

function Stars() {
  return (
    <g className={styles.light}>
      <circle cx="26" cy="34" r="1.3" />
      <circle cx="40" cy="18" r="1" />
      <circle cx="92" cy="22" r="1.4" />
      <circle cx="102" cy="46" r="1" />
      <circle cx="22" cy="56" r="1" />
      <circle cx="66" cy="12" r="1" />
    </g>
  );
}
