import type { TFunction } from 'i18next';
import { useLayoutEffect, useState } from 'react';
import { languageTag, type Locale, type ScreenTimer } from '../../../engine/model.ts';
import { readEntry, timerKeyPrefix, writeEntry } from '../../storage.ts';
import { shownText } from '../../ui/shown-text.ts';
import styles from './Timer.module.css';

interface TimerProps {
  readonly timer: ScreenTimer;
  /** Id of what names it. */
  readonly headingId: string;
  readonly locale: Locale;
  readonly t: TFunction;
}

/**
 * Counts down to an end that is fixed when the visitor first sees it, and then says for good that it has come. Screen
 * readers can read the time whenever they want, and announce only the last minute and the end.
 */
export function Timer({ timer, headingId, locale, t }: TimerProps) {
  const { seconds, ended } = timer;
  const counted = useSecondsLeft(timer);
  const left = counted ?? seconds;
  const isLastMinute = seconds > 60 && left <= 60 && left > 50; // long enough to be announced, and true meanwhile
  return (
    <div className={left > 0 ? styles.timer : `${styles.timer} ${styles.ended}`}>
      <div className={styles.clock}>
        <svg viewBox="0 0 120 120" aria-hidden="true">
          <circle className={styles.track} cx="60" cy="60" r="56" />
          {left > 0 && (
            <circle
              key={String(counted !== undefined)} // or it would be seen running down to where it begins
              className={styles.left}
              cx="60"
              cy="60"
              r="56"
              pathLength="1"
              strokeDasharray={`${Math.min(left / seconds, 1)} 1`}
              transform="rotate(-90 60 60)"
            />
          )}
        </svg>
        <p
          role="timer"
          className={seconds < 3600 ? undefined : styles.hours}
          aria-live="off"
          aria-labelledby={headingId}
        >
          <time dateTime={`PT${left}S`}>
            <span aria-hidden="true">{inDigits(left)}</span>
            <span className="unseen">{inWords(left, locale)}</span>
          </time>
        </p>
      </div>
      <output>
        {left === 0 && shownText(ended)}
        {isLastMinute && <span className="unseen">{t('rare:timer.minute_left')}</span>}
      </output>
    </div>
  );
}

/** By the clock, so that it is right at once after the device has slept. Unknown in a prerendered page. */
function useSecondsLeft({ seconds, ids }: ScreenTimer): number | undefined {
  const [left, setLeft] = useState<number>();
  useLayoutEffect(() => {
    const end = endOf(ids, seconds);
    let tick: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      clearTimeout(tick);
      const rest = Math.max(end - Date.now(), 0);
      setLeft(Math.ceil(rest / 1000));
      if (rest > 0) tick = setTimeout(show, rest % 1000 || 1000);
    };
    show();
    for (const type of awakenings) addEventListener(type, show);
    return () => {
      clearTimeout(tick);
      for (const type of awakenings) removeEventListener(type, show);
    };
  }, [ids, seconds]);
  return left;
}

/** After what the time may have gone on without ticks. */
const awakenings = ['visibilitychange', 'pageshow'];

/** When the timer ends: what was told the visitor before stays, whatever has been published since. */
function endOf(ids: readonly string[], seconds: number): number {
  const keys = ids.map((id) => timerKeyPrefix + id);
  const known = keys.map(readEntry).find((end) => typeof end === 'number');
  if (known !== undefined) return known;
  const end = Date.now() + seconds * 1000;
  writeEntry(keys[0]!, end);
  return end;
}

const partsOf = (left: number) =>
  [
    ['hour', Math.floor(left / 3600)],
    ['minute', Math.floor(left / 60) % 60],
    ['second', left % 60],
  ] as const;

/** 9:59, or 1:09:59. */
function inDigits(left: number): string {
  const [[, hours], ...rest] = partsOf(left);
  const shown = [...(hours > 0 ? [hours] : []), ...rest.map(([, value]) => value)];
  return shown.map((value, at) => (at > 0 ? String(value).padStart(2, '0') : value)).join(':');
}

/** “9 minutes, 59 seconds”, in the reader's language. */
function inWords(left: number, locale: Locale): string {
  const tag = languageTag(locale);
  const parts = partsOf(left).filter(([unit, value]) => value > 0 || (left === 0 && unit === 'second'));
  const words = parts.map(([unit, value]) =>
    new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(value),
  );
  return new Intl.ListFormat(tag, { type: 'unit' }).format(words);
}
