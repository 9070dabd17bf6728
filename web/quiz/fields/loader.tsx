import { type FieldProps, type Field, IsShown } from './field.tsx';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import styles from './loader.module.css';

const radius = 52;
const around = 2 * Math.PI * radius;

export const loader: Field<'loader'> = { Control: Loader, problemText: null };

/** Says line by line what is being done, and goes on by itself after the author's seconds, counted from when it is shown. */
function Loader({ screen, headingId, onNext }: FieldProps<ScreenOf<'loader'>>) {
  const { seconds, lines } = screen;
  const isShown = useContext(IsShown);
  const said = useLinesSaid(isShown, seconds, lines.length, onNext);
  const ring = useRef<SVGCircleElement>(null);
  useEffect(() => (isShown ? drawRing(ring.current, seconds) : undefined), [isShown, seconds]);

  return (
    <div className={styles.loader}>
      <svg className={styles.ring} viewBox="0 0 120 120" fill="none" aria-hidden="true">
        <circle className={styles.breath} cx="60" cy="60" r="40" />
        <circle className={styles.track} cx="60" cy="60" r={radius} strokeWidth="4" />
        <circle
          ref={ring}
          cx="60"
          cy="60"
          r={radius}
          stroke="currentColor"
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray={around}
          strokeDashoffset={around}
          transform="rotate(-90 60 60)"
        />
      </svg>
      <ul className={styles.lines} aria-live="polite" aria-labelledby={headingId}>
        {lines.map((line, index) => (
          <li key={index} className={index < said ? styles.line : `${styles.line} ${styles.waiting}`}>
            {index < said - 1 ? <Icon name="check" /> : <span className={styles.now} />}
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How many lines have been said: the first at once, the others in equal steps; at the end, `onEnd`. */
function useLinesSaid(isShown: boolean, seconds: number, count: number, onEnd: () => void): number {
  const [said, setSaid] = useState(1);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!isShown) return undefined;
    const part = (seconds * 1000) / Math.max(count, 1);
    const timers = Array.from({ length: count - 1 }, (_, index) => {
      return setTimeout(() => setSaid(index + 2), part * (index + 1));
    });
    timers.push(setTimeout(() => end(), seconds * 1000));
    return () => timers.forEach(clearTimeout);
  }, [isShown, seconds, count]);
  return said;
}

/** By the Web Animations API, because how long it takes is the author's to say and inline styles are forbidden. */
function drawRing(ring: SVGCircleElement | null, seconds: number): (() => void) | undefined {
  if (!ring || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
  const drawing = ring.animate([{ strokeDashoffset: around }, { strokeDashoffset: 0 }], {
    duration: seconds * 1000,
    easing: 'ease-in-out',
    fill: 'forwards',
  });
  return () => drawing.cancel();
}
