import { numberUnits, type ValueFormat } from '../../model.ts';
import type { FormatValue } from '../flow.ts';

/** How a variable is written, as Intl takes it: up to two decimals where its author says nothing. */
export function compileFormat({ decimals, unit, money, date }: FormatValue = {}): ValueFormat {
  if (date !== undefined) return { dateStyle: date, timeZone: 'UTC' };
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

/** Whether a unit is written in words of the visitor's language. */
function isNamedUnit(unit: string): boolean {
  return numberUnits.some((each) => each === unit);
}
