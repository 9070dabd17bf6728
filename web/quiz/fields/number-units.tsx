import { useId, useState } from 'react';
import { languageTag, type Locale, type SwitchUnit } from '../../../engine/model.ts';
import { formatNumber } from '../../../engine/run/screen.ts';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { problemOf, type FieldProps } from './field.tsx';
import styles from './number-units.module.css';
import { readNumber, singleValue, unitWord } from './read-number.ts';
import { WrittenField, type InputProps } from './written-field.tsx';

type Shown = ScreenOf<'number'>;

/** How many of a quantity's smallest units one unit is. */
const sizes: Readonly<Record<SwitchUnit, number>> = {
  kilograms: 1,
  pounds: 0.453_592_37,
  centimeters: 1,
  feet_and_inches: 2.54, // an inch
};
const inchesInFoot = 12;

/** A number to type in one of several units, with a switch between them. The answer is in the step's own. */
export default function NumberUnits(props: FieldProps<Shown>) {
  const { screen, locale, headingId } = props;
  const units = screen.units ?? [];
  const [unit, setUnit] = useState(() => firstUnit(screen));
  const [answer, setAnswer] = useState(screen.answer);
  const choose = (chosen: SwitchUnit) => {
    rememberUnit(chosen);
    setUnit(chosen);
  };
  return (
    <>
      <UnitSwitch units={units} unit={unit} locale={locale} headingId={headingId} onChoose={choose} />
      <NumberInUnit key={unit} {...props} unit={unit} answer={answer} onRead={setAnswer} />
    </>
  );
}

interface SwitchProps extends Pick<FieldProps, 'locale' | 'headingId'> {
  readonly units: readonly SwitchUnit[];
  readonly unit: SwitchUnit;
  readonly onChoose: (unit: SwitchUnit) => void;
}

function UnitSwitch({ units, unit, locale, headingId, onChoose }: SwitchProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-labelledby={headingId} className={styles.units}>
      {units.map((each) => (
        <label key={each} className={styles.unit}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={each === unit}
            aria-label={nameOf(each, locale, 'long')}
            onChange={() => onChoose(each)}
          />
          <span aria-hidden="true">{nameOf(each, locale, 'short')}</span>
        </label>
      ))}
    </div>
  );
}

interface InUnitProps extends FieldProps<Shown> {
  readonly unit: SwitchUnit;
  /** In the step's own unit. */
  readonly answer: number | undefined;
  readonly onRead: (answer: number | undefined) => void;
}

/** In feet and inches, what was written is both, with a line between them. */
function NumberInUnit({ unit, answer, onRead, ...props }: InUnitProps) {
  const { screen, locale, t } = props;
  const write = (value: number) => writeIn(unit, inUnit(value, unit, screen), locale);
  const read = (written: string) => readIn(unit, written, screen, locale);
  const limits = { min: limitIn(unit, screen, 'min', locale), max: limitIn(unit, screen, 'max', locale) };
  return (
    <WrittenField
      {...props}
      written={answer === undefined ? '' : write(answer)}
      required
      placeholder={undefined}
      hint={t('quiz.number_range', limits)}
      read={read}
      onWritten={(written) => {
        const value = read(written);
        onRead(value !== undefined && problemOf(screen, value) === null ? value : undefined);
      }}
      write={(_, written) => showBack(unit, written, screen, locale)}
      problemText={({ problem }) => {
        if (problem === 'too_small') return t('validation.too_small', limits);
        if (problem === 'too_large') return t('validation.too_large', limits);
        if (problem === 'required') return t('validation.fill');
        return t('validation.number', { example: limits.min });
      }}
    >
      {(input, written) => {
        return unit === 'feet_and_inches' ? (
          <FeetAndInches input={input} written={written} locale={locale} />
        ) : (
          <>
            <TypedNumber {...input} />
            <span className={styles.name}>{nameOf(unit, locale, 'long')}</span>
          </>
        );
      }}
    </WrittenField>
  );
}

function TypedNumber(input: InputProps & { readonly id?: string }) {
  return <input {...input} type="text" inputMode="decimal" autoComplete="off" enterKeyHint="next" />;
}

interface FeetAndInchesProps {
  readonly input: InputProps;
  readonly written: string;
  readonly locale: Locale;
}

function FeetAndInches({ input, written, locale }: FeetAndInchesProps) {
  const id = useId();
  const [feet = '', inches = ''] = written.split('|');
  const part = (unit: 'foot' | 'inch', value: string, join: (changed: string) => string) => (
    <label className={styles.part}>
      <TypedNumber
        {...input}
        value={value}
        aria-labelledby={`${input['aria-labelledby']} ${id}${unit}`}
        onChange={({ target }) => input.onChange({ target: { value: join(target.value.replaceAll('|', '')) } })}
      />
      <span id={`${id}${unit}`} className={styles.name}>
        {unitWord(unit, locale, 2)}
      </span>
    </label>
  );
  return (
    <>
      {part('foot', feet, (changed) => joinParts(changed, inches))}
      {part('inch', inches, (changed) => joinParts(feet, changed))}
    </>
  );
}

function joinParts(feet: string, inches: string): string {
  return feet === '' && inches === '' ? '' : `${feet}|${inches}`;
}

/** The answer that was written, in the step's own unit. */
function readIn(unit: SwitchUnit, written: string, screen: Shown, locale: Locale): number | undefined {
  const [one, other] = partsOf(unit, written, screen, locale);
  if (one === undefined && other === undefined) return undefined;
  if (unit !== 'feet_and_inches') return toOwn(one!, unit, screen);
  const inches = other ?? 0;
  const isMixed = inches < 0 || (one !== undefined && (inches >= inchesInFoot || !Number.isInteger(one)));
  return isMixed ? NaN : toOwn((one ?? 0) * inchesInFoot + inches, unit, screen);
}

/** The numbers that were written: one, or feet and inches. */
function partsOf(unit: SwitchUnit, written: string, screen: Shown, locale: Locale): (number | undefined)[] {
  const problemWith = (value: number) =>
    unit === 'feet_and_inches' ? null : problemOf(screen, toOwn(value, unit, screen));
  return written.split('|').map((text) => singleValue(readNumber(text, locale, problemWith)));
}

/** What was written, as it was read. */
function showBack(unit: SwitchUnit, written: string, screen: Shown, locale: Locale): string {
  return partsOf(unit, written, screen, locale)
    .map((value) => (value === undefined ? '' : formatNumber(value, undefined, locale)))
    .join('|');
}

function writeIn(unit: SwitchUnit, value: number, locale: Locale): string {
  const numbers = unit === 'feet_and_inches' ? feetAndInches(value) : [value];
  return numbers.map((number) => formatNumber(number, undefined, locale)).join('|');
}

function feetAndInches(inches: number): readonly [number, number] {
  return [Math.floor(inches / inchesInFoot), Number((inches % inchesInFoot).toFixed(1))];
}

/** The answer for a number in a unit: that of another unit than the step's own is on the nearest of its steps. */
function toOwn(value: number, unit: SwitchUnit, { min, step, unit: own }: Shown): number {
  if (unit === own) return value;
  const exact = (value * sizes[unit]) / sizes[own as SwitchUnit];
  return Number((min + Math.round((exact - min) / step) * step).toPrecision(12));
}

/** An answer in a unit, with as many decimals as its steps are worth there. */
function inUnit(value: number, unit: SwitchUnit, { step, unit: own }: Shown, round = Math.round): number {
  if (unit === own) return value;
  const factor = sizes[own as SwitchUnit] / sizes[unit];
  const places = step * factor > 0.3 ? 1 : 10;
  return round(Number((value * factor * places).toFixed(6))) / places;
}

/** The lowest or the highest number that is taken, in words. */
function limitIn(unit: SwitchUnit, screen: Shown, end: 'min' | 'max', locale: Locale): string {
  const [outwards, inwards] = end === 'min' ? [Math.floor, Math.ceil] : [Math.ceil, Math.floor];
  const widest = inUnit(screen[end], unit, screen, outwards);
  const isTaken = problemOf(screen, toOwn(widest, unit, screen)) === null;
  const limit = isTaken ? widest : inUnit(screen[end], unit, screen, inwards);
  if (unit !== 'feet_and_inches') return formatNumber(limit, end === 'max' ? unit : undefined, locale);
  const [feet, inches] = feetAndInches(limit);
  const parts = [sayUnit(feet, 'foot', locale), ...(inches > 0 ? [sayUnit(inches, 'inch', locale)] : [])];
  return new Intl.ListFormat(languageTag(locale), { type: 'unit' }).format(parts);
}

type UnitDisplay = 'long' | 'short';

function sayUnit(value: number, unit: string, locale: Locale): string {
  return new Intl.NumberFormat(languageTag(locale), { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

/** What several of a unit are called. */
function nameOf(unit: SwitchUnit, locale: Locale, display: UnitDisplay): string {
  if (unit !== 'feet_and_inches') return unitWord(unit, locale, 2, display);
  const words = ['foot', 'inch'].map((each) => unitWord(each, locale, 2, display));
  return new Intl.ListFormat(languageTag(locale), {
    type: 'unit',
    style: display === 'long' ? 'long' : 'narrow',
  }).format(words);
}

const imperial: ReadonlySet<SwitchUnit> = new Set<SwitchUnit>(['pounds', 'feet_and_inches']);
const imperialRegions = ['US', 'LR', 'MM'];

/** The one chosen before on this visit, the author's, or the one that is common where the visitor is. */
function firstUnit({ units = [], firstUnit: written }: Shown): SwitchUnit {
  const chosen = readUnits();
  if (chosen === undefined && written) return written;
  const isImperial = chosen === undefined ? isInImperialRegion() : chosen === 'imperial';
  return units.find((unit) => imperial.has(unit) === isImperial) ?? units[0]!;
}

function isInImperialRegion(): boolean {
  try {
    return imperialRegions.includes(new Intl.Locale(navigator.language).maximize().region ?? '');
  } catch {
    return false; // a language such as `C`, which is none
  }
}

/** The entry of sessionStorage that says which units were chosen: `metric` or `imperial`. */
const key = 'units';

function readUnits(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined; // storage is switched off
  }
}

function rememberUnit(unit: SwitchUnit): void {
  try {
    sessionStorage.setItem(key, imperial.has(unit) ? 'imperial' : 'metric');
  } catch {
    // storage is switched off or full: the next question begins as this one did
  }
}
