import { languageTag, type Locale, type NumberUnit } from '../../../engine/model.ts';

/** Only the unit as it follows this number in the reader's language: "hours", "hora". */
export function unitWord(value: number, unit: NumberUnit, locale: Locale): string {
  return new Intl.NumberFormat(languageTag(locale), {
    style: 'unit',
    unit: unit.replace(/s$/, ''),
    unitDisplay: 'long',
  })
    .formatToParts(value)
    .filter(({ type }) => type === 'unit')
    .map((part) => part.value)
    .join('');
}
