/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus --
   arrow keys on native radios choose at once, and here choosing leaves the step */
import { useRef } from 'react';
import { formatNumber } from '../../../engine/run/screen.ts';
import { useDigitKeys } from './digit-keys.ts';
import type { FieldProps, ScreenOf } from './field.ts';
import field from './field.module.css';
import styles from './number-scale.module.css';
import { useRovingFocus } from './roving-focus.ts';

type Props = FieldProps<ScreenOf<'number'>>;

/** A Likert row. Like a single choice, a tap stores the point and leaves the step at once. */
export function NumberScale({ screen, locale, headingId, pending, onAnswer }: Props) {
  const points = pointsOf(screen);
  const group = useRef<HTMLDivElement>(null);
  const focus = useRovingFocus(points.findIndex((point) => point === screen.answer));
  const choose = (point: number) => {
    if (!pending) onAnswer(point);
  };
  useDigitKeys(group, (digit) => {
    if (points.includes(digit) && !points.includes(10)) choose(digit);
  });

  return (
    <div>
      <div
        ref={group}
        role="radiogroup"
        aria-labelledby={headingId}
        className={styles.points}
        onKeyDown={focus.onKeyDown}
      >
        {points.map((point, index) => (
          <button
            key={point}
            type="button"
            role="radio"
            aria-checked={point === screen.answer}
            aria-disabled={pending || undefined}
            aria-label={nameOf(point, screen, locale)}
            tabIndex={focus.tabIndex(index)}
            className={styles.point}
            onClick={() => choose(point)}
          >
            {formatNumber(point, undefined, locale)}
          </button>
        ))}
      </div>
      {(screen.lowest !== undefined || screen.highest !== undefined) && (
        <p className={field.ends} aria-hidden="true">
          <span>{screen.lowest}</span>
          <span>{screen.highest}</span>
        </p>
      )}
    </div>
  );
}

function pointsOf({ min, max, step }: Props['screen']): readonly number[] {
  const count = Math.floor((max - min) / step + 1e-6) + 1;
  return Array.from({ length: count }, (_, index) => Number((min + index * step).toFixed(6)));
}

/** The number; for the ends, also what the author calls them. */
function nameOf(point: number, { min, max, unit, lowest, highest }: Props['screen'], locale: string): string {
  const end = point === min ? lowest : point === max ? highest : undefined;
  return [formatNumber(point, unit, locale), end].filter(Boolean).join(', ');
}
