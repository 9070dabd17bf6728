import { languageTag, type Locale } from '../model.ts';

interface Money {
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** An amount with its currency, such as `$14.99` or `14,99 US$`. */
export function writeAmount({ amount, currency }: Money, locale: Locale): string {
  const format = new Intl.NumberFormat(languageTag(locale), { style: 'currency', currency });
  return format.format(inMainUnit(amount, currency));
}

/** `1499` of USD is 14.99, of JPY 1499. */
export function inMainUnit(amount: number, currency: string): number {
  return amount / 10 ** decimalsOf(currency);
}

/** How many decimals amounts of a currency are written with. */
export function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
