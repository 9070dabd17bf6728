import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { problemOf, type Explained } from './field.tsx';
import { languageTag, type AnswerProblem, type Locale } from '../../../engine/model.ts';
import { formatNumber } from '../../../engine/run/screen.ts';

/** A number that was typed. Where two may be meant, both; `NaN` where it is none; nothing where nothing was typed. */
export interface TypedNumber {
  readonly value: number | undefined;
  /** What else it can be read as. */
  readonly other?: number;
}

/**
 * Reads a number as people of this language write it: "1,000" is a thousand in English and "1.000" in Spanish, "1,5" is
 * one and a half in both. Where a point or comma may stand for either, what the question takes decides; if it takes both,
 * both are given.
 */
export function readNumber(
  written: string,
  locale: Locale,
  problemWith: (value: number) => AnswerProblem | null,
): TypedNumber {
  const tidy = written
    .trim()
    .replace('−', '-')
    .replaceAll(/(\d)[ \u00A0\u202F'’](?=\d)/g, '$1 ');
  if (tidy === '') return { value: undefined };
  const { group, decimal } = signsOf(locale);
  const signs = tidy.replaceAll(/[^.,]/g, '');
  const last = signs.at(-1);
  const isOneOfThree = signs.length === 1 && isGrouped(tidy, signs);
  if (isOneOfThree && last === group) return { value: asNumber(tidy, '') };
  if (isOneOfThree) {
    const [small, large] = [asNumber(tidy, decimal), asNumber(tidy, '')];
    if (problemWith(large)) return { value: small };
    return problemWith(small) ? { value: large } : { value: small, other: large };
  }
  // The sign that comes last is the decimal one, unless it comes again.
  const isDecimal = last !== undefined && signs.indexOf(last) === signs.length - 1;
  const [whole = ''] = isDecimal ? tidy.split(last) : [tidy];
  const between = new Set(whole.replaceAll(/[^., ]/g, ''));
  const isSound = between.size === 0 || (between.size === 1 && isGrouped(whole, [...between][0]!));
  return { value: isSound ? asNumber(tidy, isDecimal ? last : '') : NaN };
}

/** The number as it is shown to the one who typed it: `readNumber` reads it as the same and as no other. */
export function writeNumber(
  value: number,
  locale: Locale,
  problemWith: (value: number) => AnswerProblem | null,
): string {
  const written = formatNumber(value, undefined, locale);
  return readNumber(written, locale, problemWith).value === value &&
    readNumber(written, locale, problemWith).other === undefined
    ? written
    : `${written}0`;
}

/** Whether this sign stands before every three digits, as between thousands. */
function isGrouped(text: string, sign: string): boolean {
  const [first = '', ...others] = text.replace(/^[-+]/, '').split(sign);
  return /^[1-9]\d{0,2}$/.test(first) && others.length > 0 && others.every((each) => /^\d{3}$/.test(each));
}

/** With this decimal sign; all other signs are between thousands. */
function asNumber(text: string, decimal: string): number {
  const plain = text.replaceAll(/[., ]/g, (sign) => (sign === decimal ? '@' : '')).replace('@', '.');
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
}

function signsOf(locale: Locale): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(languageTag(locale)).formatToParts(1_234_567.8);
  const signOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: signOf('group'), decimal: signOf('decimal') };
}

/** The number, where only one can be meant; `NaN` where two can. */
export function singleValue({ value, other }: TypedNumber): number | undefined {
  return other === undefined ? value : NaN;
}

/** What is wrong with a number, in the visitor's words. */
export function numberProblem(
  { screen, problem, locale, t }: Explained<ScreenOf<'number'>>,
  { value, other }: TypedNumber,
): string {
  const { min, max, step } = screen;
  const write = (number: number) => formatNumber(number, undefined, locale);
  if (other !== undefined && value !== undefined) {
    const readings = [writeNumber(value, locale, (each) => problemOf(screen, each)), String(other)];
    const either = new Intl.ListFormat(languageTag(locale), { type: 'disjunction' }).format(readings);
    return t('validation.number', { example: either });
  }
  if (problem === 'required') return t('validation.fill');
  if (problem === 'too_small') return t('validation.too_small', { min: write(min) });
  if (problem === 'too_large') return t('validation.too_large', { max: write(max) });
  if (problem === 'not_on_step') return t('validation.number_step', { step: write(step), example: write(min + step) });
  return t('validation.number', { example: write(min) });
}

/** Only the unit, in the reader's language, as it follows this number: "hours", "hora", "kg". */
export function unitWord(unit: string, locale: Locale, value: number, unitDisplay: 'long' | 'short' = 'long'): string {
  const style = { style: 'unit', unit: unit.replace(/s$/, ''), unitDisplay } as const;
  const parts = new Intl.NumberFormat(languageTag(locale), style).formatToParts(value);
  return parts.flatMap((part) => (part.type === 'unit' ? part.value : [])).join('');
}
