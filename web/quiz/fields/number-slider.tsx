import { useState, type SyntheticEvent } from 'react';
import { formatNumber } from '../../../engine/run/screen.ts';
import { Continue } from './Continue.tsx';
import type { FieldProps, ScreenOf } from './field.ts';
import field from './field.module.css';
import styles from './number-slider.module.css';

type Props = FieldProps<ScreenOf<'number'>>;

/** A number to slide to. It starts in the middle, so that no end is suggested. */
export function NumberSlider({ screen, locale, t, headingId, pending, onAnswer }: Props) {
  const { min, max, step, unit } = screen;
  const [value, setValue] = useState(screen.answer ?? middle(screen));
  const shown = formatNumber(value, unit, locale);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!pending) onAnswer(value);
  };

  return (
    <form noValidate onSubmit={submit}>
      <output className={styles.value} aria-hidden="true">
        {shown}
      </output>
      <div className={styles.slider}>
        <svg className={styles.track} aria-hidden="true">
          <rect className={styles.filled} width={`${(100 * (value - min)) / (max - min)}%`} height="100%" rx="4" />
        </svg>
        <input
          type="range"
          className={styles.input}
          min={min}
          max={max}
          step={step}
          value={value}
          aria-labelledby={headingId}
          aria-valuetext={shown}
          onChange={(event) => setValue(event.target.valueAsNumber)}
        />
      </div>
      <p className={field.ends}>
        <span>{screen.lowest ?? formatNumber(min, unit, locale)}</span>
        <span>{screen.highest ?? formatNumber(max, unit, locale)}</span>
      </p>
      <Continue screen={screen} t={t} pending={pending} />
    </form>
  );
}

/** The step nearest to the middle, without the dust of binary fractions. */
function middle({ min, max, step }: Props['screen']): number {
  const nearest = min + Math.round((max - min) / 2 / step) * step;
  return Number(nearest.toFixed(6));
}
