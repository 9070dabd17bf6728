import { languageTag } from '../../engine/model.ts';
import type { Language } from '../../schemas/api/values.ts';

interface Money {
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** An amount with its currency, such as `$14.99` or `14,99 US$`. */
export function writeAmount({ amount, currency }: Money, language: Language): string {
  const format = new Intl.NumberFormat(languageTag(language), { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
