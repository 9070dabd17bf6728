import type { Books } from '../state/books.ts';

/** The rates of some countries, in percent: enough to see what tax does. Elsewhere there is none. */
const rates: Readonly<Record<string, number>> = { DE: 19, ES: 21, FR: 20, GB: 20, IE: 23, IT: 22, MX: 16, PT: 23 };

/** Countries that the pages let people choose from. */
export const countries: readonly string[] = [...Object.keys(rates), 'AR', 'CL', 'CO', 'US'].toSorted();

/** In percent of the net amount. */
export function taxRateOf(country: string | null): number {
  return rates[country ?? ''] ?? 0;
}

/** What is worked out for a customer; null where tax isn't asked for. */
export function taxPercentFor(
  { tables }: Books,
  customer: string,
  { enabled }: { readonly enabled: boolean },
): number | null {
  return enabled ? taxRateOf(tables.customers.get(customer)?.address?.country ?? null) : null;
}
