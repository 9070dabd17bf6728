import { formatNumber } from '../../../engine/run/screen.ts';
import type { FieldProps, ScreenOf } from './field.ts';
import styles from './field.module.css';
import { unitWord } from './unit-word.ts';
import { WrittenField } from './written-field.tsx';

/** A number to type, with a comma or a point. Not `type="number"`: that one refuses commas and changes on scrolling. */
export function NumberField(props: FieldProps<ScreenOf<'number'>>) {
  const { screen, locale, t } = props;
  const { min, max, unit } = screen;
  const write = (value: number) => formatNumber(value, undefined, locale);
  return (
    <WrittenField
      {...props}
      written={screen.answer === undefined ? '' : write(screen.answer)}
      required
      placeholder={screen.placeholder}
      hint={t('quiz.number_range', { min: write(min), max: formatNumber(max, unit, locale) })}
      read={readNumber}
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
          {unit && <span className={styles.unit}>{unitWord(readNumber(written) ?? max, unit, locale)}</span>}
        </>
      )}
    </WrittenField>
  );
}

/** `NaN` where something else than a number is written. */
function readNumber(written: string): number | undefined {
  const tidy = written.trim().replace(',', '.');
  return tidy === '' ? undefined : Number(tidy);
}
