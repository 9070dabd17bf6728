import { problemOf, type Explained, type Field, type FieldProps } from './field.tsx';
import { Submit, useSubmit } from './submit.tsx';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { lazy, Suspense, useId, useState, type ComponentType, type SyntheticEvent } from 'react';
import { formatNumber } from '../../../engine/run/screen.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import field from './field.module.css';
import scale from './number-scale.module.css';
import slider from './number-slider.module.css';
import { numberProblem, readNumber, singleValue, unitWord, writeNumber } from './read-number.ts';
import { tryAgain } from '../../errors.ts';
import { useDigitKeys, useRadios } from './radios.ts';
import { WrittenField } from './written-field.tsx';

type Props = FieldProps<ScreenOf<'number'>>;

export const number: Field<'number'> = { Control: NumberQuestion, problemText };

const inputs: { readonly [Input in Props['screen']['input']]: ComponentType<Props> } = {
  field: NumberField,
  slider: NumberSlider,
  scale: NumberScale,
};

/** A number: typed, slid to, or tapped in a row. */
function NumberQuestion(props: Props) {
  const Input = inputs[props.screen.input];
  return <Input {...props} />;
}

/** A number to type, as people write it. Not `type="number"`: that one refuses commas and changes on scrolling. */
function NumberField(props: Props) {
  if (!props.screen.units) return <NumberInOneUnit {...props} />;
  return (
    <Suspense>
      <NumberUnits {...props} />
    </Suspense>
  );
}

/** Few funnels have them. */
const NumberUnits = lazy(() => tryAgain(() => import('./number-units.tsx')));

function NumberInOneUnit(props: Props) {
  const { screen, locale, t } = props;
  const { min, max, unit } = screen;
  const read = (written: string) => readNumber(written, locale, (value) => problemOf(screen, value));
  const write = (value: number) => writeNumber(value, locale, (other) => problemOf(screen, other));
  return (
    <WrittenField
      {...props}
      written={screen.answer === undefined ? '' : write(screen.answer)}
      required
      placeholder={screen.placeholder}
      hint={t('quiz.number_range', {
        min: formatNumber(min, undefined, locale),
        max: formatNumber(max, unit, locale),
      })}
      read={(written) => singleValue(read(written))}
      write={(answer) => write(Number(answer))}
      problemText={(explained) => numberProblem(explained, read(explained.written))}
    >
      {(input, written) => (
        <>
          <input
            {...input}
            type="text"
            inputMode={Number.isInteger(screen.step) ? 'numeric' : 'decimal'}
            autoComplete="off"
            enterKeyHint="next"
          />
          {unit && <span className={field.unit}>{unitWord(unit, locale, singleValue(read(written)) ?? max)}</span>}
        </>
      )}
    </WrittenField>
  );
}

/** A number to slide to. It waits in the middle, so that no end is suggested, and has no answer until it is touched. */
function NumberSlider({ screen, locale, t, headingId, pending, onAnswer }: Props) {
  const { min, max, step, unit } = screen;
  const id = useId();
  const [answer, setAnswer] = useState(screen.answer);
  const value = answer ?? middle(screen);
  const problem = problemOf(screen, answer);
  const { checked, submit } = useSubmit({ answer, problem, pending, onAnswer });
  const touch = (event: SyntheticEvent<HTMLInputElement>) => setAnswer(event.currentTarget.valueAsNumber);
  const shown = answer === undefined ? '–' : formatNumber(answer, unit, locale);
  const explained = checked && problem ? problemText({ screen, problem, locale, t }) : null;

  return (
    <form noValidate onSubmit={submit}>
      <output className={slider.value} aria-hidden="true">
        {shown}
      </output>
      <div className={slider.slider}>
        <svg className={slider.track} aria-hidden="true">
          {answer !== undefined && (
            <rect className={slider.filled} width={`${(100 * (value - min)) / (max - min)}%`} height="100%" rx="4" />
          )}
        </svg>
        <input
          type="range"
          className={slider.input}
          min={min}
          max={max}
          step={step}
          value={value}
          aria-labelledby={headingId}
          aria-valuetext={answer === undefined ? t('quiz.slider_untouched') : shown}
          aria-invalid={explained !== null}
          aria-describedby={explained ? `${id}error` : undefined}
          onChange={touch}
          onPointerUp={touch}
          onKeyDown={(event) => event.key.startsWith('Arrow') && touch(event)}
        />
      </div>
      <p className={field.ends}>
        <span>{screen.lowest ?? formatNumber(min, unit, locale)}</span>
        <span>{screen.highest ?? formatNumber(max, unit, locale)}</span>
      </p>
      <FieldError id={`${id}error`}>{explained}</FieldError>
      <Submit screen={screen} t={t} pending={pending} />
    </form>
  );
}

/** The step nearest to the middle, without the dust of binary fractions. */
function middle({ min, max, step }: Props['screen']): number {
  const nearest = min + Math.round((max - min) / 2 / step) * step;
  return Number(nearest.toFixed(6));
}

/** A Likert row. Like a single choice, a tap stores the point and leaves the step at once. */
function NumberScale({ screen, locale, headingId, pending, onAnswer }: Props) {
  const points = pointsOf(screen);
  const size = sizeOf(points);
  const choose = (index: number) => {
    if (!pending) onAnswer(points[index]!);
  };
  const { group, radio } = useRadios({ chosen: points.findIndex((point) => point === screen.answer), choose });
  const byDigit = (point: number) => points.includes(point) && !points.includes(10);
  useDigitKeys((digit) => {
    if (byDigit(digit)) choose(points.indexOf(digit));
  });

  return (
    <div className={scale.scale}>
      <div {...group} aria-labelledby={headingId} className={`${scale.points} ${scale[size] ?? ''}`}>
        {points.map((point, index) => (
          <button
            key={point}
            {...radio(index)}
            aria-disabled={pending || undefined}
            aria-label={nameOf(point, screen, locale)}
            className={scale.point}
            data-value={point}
            data-digit={byDigit(point) ? point : undefined}
          >
            {formatNumber(point, undefined, locale)}
            {endOf(point, screen) !== undefined && <span className={scale.beside}>{endOf(point, screen)}</span>}
          </button>
        ))}
      </div>
      {(screen.lowest !== undefined || screen.highest !== undefined) && (
        <p className={`${field.ends} ${scale[size] ?? ''} ${scale.below}`} aria-hidden="true">
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
function nameOf(point: number, screen: Props['screen'], locale: string): string {
  return [formatNumber(point, screen.unit, locale), endOf(point, screen)].filter(Boolean).join(', ');
}

/** What the author calls an end of the scale. */
function endOf(point: number, { min, max, lowest, highest }: Props['screen']): string | undefined {
  return point === min ? lowest : point === max ? highest : undefined;
}

/** How much room a row of these points needs: a long number that of two. Where there is more than any row has, a column. */
function sizeOf(points: readonly number[]): 'few' | 'some' | 'many' | 'column' {
  const room = points.length * (points.some((point) => String(point).length > 3) ? 2 : 1);
  return room <= 5 ? 'few' : room <= 7 ? 'some' : room <= 11 ? 'many' : 'column';
}

function problemText(explained: Explained<Props['screen']>): string {
  return numberProblem(explained, { value: undefined });
}
