import type { Stripe } from 'stripe';
import { newObject, nulls } from '../objects/fields.ts';
import type { Books } from '../state/books.ts';

/** The rates of some countries, in percent: enough to see what tax does. Elsewhere there is none. */
const rates: Readonly<Record<string, number>> = { DE: 19, ES: 21, FR: 20, GB: 20, IE: 23, IT: 22, MX: 16, PT: 23 };

/** Countries that the pages let people choose from. */
export const countries: readonly string[] = [...Object.keys(rates), 'AR', 'CL', 'CO', 'US'].toSorted();

/** In percent of the net amount. */
export function taxRateOf(country: string | null | undefined): number {
  return rates[country ?? ''] ?? 0;
}

/** What is worked out for a customer; null where tax isn't asked for. */
export function taxPercentFor({ address }: Stripe.Customer, { enabled }: { readonly enabled: boolean }): number | null {
  return enabled ? taxRateOf(address?.country) : null;
}

/** What numbers of some kinds look like; Stripe has the register asked as well. */
const taxIdForms = {
  eu_vat: /^[A-Z]{2}[A-Z0-9]{8,12}$/,
  gb_vat: /^GB\d{9}$/,
  mx_rfc: /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/,
  us_ein: /^\d{2}-\d{7}$/,
};
type TaxIdType = keyof typeof taxIdForms;

/** The kinds of tax numbers that are known here. */
export const taxIdTypes = Object.keys(taxIdForms) as readonly TaxIdType[];

export function isTaxId(type: string, value: string): type is TaxIdType {
  return taxIdForms[type as TaxIdType]?.test(value) ?? false;
}

export function taxIdsOf({ tables }: Books, customer: string | null): Stripe.TaxId[] {
  return tables.taxIds.newest().filter((each) => each.customer === customer);
}

export function addTaxId(books: Books, customer: string, of: Pick<Stripe.TaxId, 'type' | 'value'>): Stripe.TaxId {
  const taxId = {
    ...newObject('txi', 'tax_id'),
    ...of,
    country: of.type === 'eu_vat' ? of.value.slice(0, 2) : of.type.slice(0, 2).toUpperCase(),
    created: books.timeOf(customer),
    customer,
    ...nulls('customer_account', 'owner', 'verification'),
  } satisfies Stripe.TaxId;
  return books.add('taxIds', taxId, 'customer.tax_id.created');
}

export function removeTaxId(books: Books, taxId: Stripe.TaxId): void {
  books.tables.taxIds.remove(taxId.id);
  books.emit('customer.tax_id.deleted', taxId);
}
