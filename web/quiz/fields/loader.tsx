import type { FieldProps, Field } from './field.tsx';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import styles from './loader.module.css';

export const loader: Field<'loader'> = { Control: Loader, problemText: null };

/**
 * Says line by line what is being done, over something to read meanwhile (the step's `body`), and goes on by itself after
 * the author's seconds, counted from when it is shown.
 */
function Loader({ screen, headingId, onNext }: FieldProps<ScreenOf<'loader'>>) {
  const { seconds, lines } = screen;
  const said = useLinesSaid(seconds, lines.length, onNext);
  return (
    <ul className={styles.lines} aria-live="polite" aria-labelledby={headingId}>
      {lines.map((line, index) => (
        <li key={index} className={styles.line} data-said={index < said || undefined} aria-hidden={index >= said}>
          {index < said - 1 ? <Icon name="check" /> : <span className={styles.dot} />}
          <span>{line}</span>
        </li>
      ))}
    </ul>
  );
}

/** How many lines have been said: the first at once, the others in equal steps; at the end, `onEnd`. */
function useLinesSaid(seconds: number, count: number, onEnd: () => void): number {
  const [said, setSaid] = useState(1);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const part = (seconds * 1000) / Math.max(count, 1);
    const timers = Array.from({ length: count - 1 }, (_, index) => {
      return setTimeout(() => setSaid(index + 2), part * (index + 1));
    });
    timers.push(setTimeout(() => end(), seconds * 1000));
    return () => timers.forEach(clearTimeout);
  }, [seconds, count]);
  return said;
}
