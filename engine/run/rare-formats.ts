/** Values that few funnels recall: days, names of dimensions, and numbers in texts with plural forms. */

import { languageTag, type Locale, type PluralForms, type ValueFormat } from '../model.ts';
import { roundTo } from './expression.ts';
import { rareFormats } from './recall.ts';

rareFormats.write = (value, { rare, ...format }, locale) => {
  if (rare?.kind === 'labels') return rare.labels[value as string];
  if (typeof value !== 'number') return undefined;
  if (rare?.kind === 'plural') return writePlural(value, rare.forms, format, locale);
  return new Intl.DateTimeFormat(languageTag(locale), { dateStyle: rare?.dateStyle, timeZone: 'UTC' }).format(
    value * 86_400_000,
  );
};

/** The text of the number's form in the reader's language, by the number as it is written: 1.00 is no "one" in English. */
function writePlural(value: number, forms: PluralForms, format: ValueFormat, locale: Locale): string {
  const numbers = new Intl.NumberFormat(languageTag(locale), format);
  const { minimumFractionDigits = 0, maximumFractionDigits = 0 } = numbers.resolvedOptions();
  const rounded = roundTo(value, maximumFractionDigits);
  const rules = new Intl.PluralRules(languageTag(locale), { minimumFractionDigits, maximumFractionDigits });
  const text = forms[`=${rounded}`] ?? forms[rules.select(rounded)] ?? forms['other']!;
  return text.replaceAll('#', () => numbers.format(rounded));
}
