import { numberUnits, type PluralForms, type Recall, type ValueFormat } from '../model.ts';
import type { FormatValue } from './flow.ts';

/** How a variable is written, as Intl takes it: up to two decimals where its author says nothing. */
export function compileFormat({ decimals, unit, money, date }: FormatValue = {}): ValueFormat {
  if (date !== undefined) return { rare: { kind: 'day', dateStyle: date } };
  const digits =
    decimals === undefined
      ? { maximumFractionDigits: 2 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  if (money !== undefined) return { style: 'currency', currency: money, ...(decimals !== undefined && digits) };
  if (unit === undefined) return digits;
  return isNamedUnit(unit)
    ? { style: 'unit', unit: unit.replace(/s$/, ''), unitDisplay: 'long', ...digits }
    : { ...digits, suffix: `\u00A0${unit}` };
}

/** How the number of a text with plural forms is written: the forms say what is counted. */
export function formatWithoutUnit({ decimals, money }: FormatValue = {}): ValueFormat {
  return compileFormat({ ...(decimals !== undefined && { decimals }), ...(money !== undefined && { money }) });
}

/** How an answer is written as the number of a text with plural forms: as its question has it. */
export const answerFormat: ValueFormat = { maximumFractionDigits: 12, useGrouping: 'min2' };

/** The texts by plural form of a recall that has some. */
export function formsOf({ format }: Recall): PluralForms | undefined {
  return format?.rare?.kind === 'plural' ? format.rare.forms : undefined;
}

/** Whether a unit is written in words of the visitor's language. */
function isNamedUnit(unit: string): boolean {
  return numberUnits.some((each) => each === unit);
}
