import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useTranslation } from '../../../translation.tsx';
import { player } from './player.ts';
import styles from './SeekSlider.module.css';
import { clockTime, spokenTime } from './times.ts';

interface Props {
  readonly positionSeconds: number;
  readonly durationSeconds: number;
}

/** Seconds that each key goes. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -60,
  PageUp: 60,
  Home: -Infinity,
  End: Infinity,
};

/** Where the listener is, and the way to somewhere else. The sound jumps when the thumb is let go. */
export function SeekSlider({ positionSeconds, durationSeconds }: Props) {
  const { t, locale } = useTranslation('cabinet');
  const input = useRef<HTMLInputElement>(null);
  /** Where the thumb is held; null while nobody holds it. */
  const [held, setHeld] = useState<number | null>(null);
  const shown = Math.min(held ?? positionSeconds, durationSeconds);

  useEffect(() => {
    const slider = input.current;
    // React's onChange is the browser's `input`: this one comes when the thumb is let go.
    const letGo = () => {
      player.seekTo(Number(slider?.value));
      setHeld(null);
    };
    slider?.addEventListener('change', letGo);
    return () => slider?.removeEventListener('change', letGo);
  }, []);

  const jump = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    player.seekTo(Math.max(0, Math.min(durationSeconds, shown + step)));
  };

  const words = {
    position: spokenTime(shown, locale),
    duration: spokenTime(durationSeconds, locale),
  };
  const done = durationSeconds > 0 ? (shown / durationSeconds) * 100 : 0;
  return (
    <div>
      <input
        ref={input}
        type="range"
        className={styles.slider}
        style={{ '--done': `${done}%` } as CSSProperties}
        min={0}
        max={durationSeconds}
        step={1}
        value={shown}
        aria-label={t('player.seek')}
        aria-valuetext={t('player.position', words)}
        onChange={(event) => setHeld(Number(event.target.value))}
        onKeyDown={jump}
      />
      <div className={styles.times} aria-hidden="true">
        <span>{clockTime(shown)}</span>
        <span>−{clockTime(durationSeconds - shown)}</span>
      </div>
    </div>
  );
}
