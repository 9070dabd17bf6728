import type { Stripe } from 'stripe';
import { newPrice, type Interval, type PriceSource } from '../objects/price.ts';
import type { Books } from '../state/books.ts';
import { badRequest } from '../stripe-fault.ts';
import type { Params } from '../wire/params.ts';
import { find, list, retrieve, type Operation } from './operation.ts';

const intervals = ['day', 'week', 'month', 'year'] as const satisfies readonly Interval[];
const fields = ['active', 'lookup_key', 'transfer_lookup_key', 'metadata', 'nickname'];

const create: Operation = {
  method: 'POST',
  path: '/v1/prices',
  takes: [...fields, 'currency', 'product', 'unit_amount', 'recurring', 'tax_behavior'],
  run({ books, params }) {
    const product = find(books, 'products', params.required('product'), 'product').id;
    const currency = params.required('currency').toLowerCase();
    if (!/^[a-z]{3}$/.test(currency)) throw badRequest(`Invalid currency: ${currency}`, { param: 'currency' });
    params.required('unit_amount');
    const unitAmount = params.integer('unit_amount') ?? 0;
    if (unitAmount < 0) {
      const details = { code: 'parameter_invalid_integer', param: 'unit_amount' };
      throw badRequest('This value must be greater than or equal to 0.', details);
    }
    const price = newPrice({
      product,
      currency,
      unitAmount,
      created: books.timeOf(null),
      recurring: readRecurring(params),
      lookupKey: takeLookupKey(books, params),
      nickname: params.text('nickname'),
      active: params.flag('active') ?? true,
      metadata: params.metadata(),
    });
    books.tables.prices.put(price);
    books.emit('price.created', price);
    return price;
  },
};

const update: Operation = {
  method: 'POST',
  path: '/v1/prices/:id',
  takes: fields,
  run({ books, id, params }) {
    const before = find(books, 'prices', id);
    const lookupKey = takeLookupKey(books, params, id);
    const { row, previous } = books.change('prices', id, {
      active: params.flag('active') ?? before.active,
      ...(params.has('lookup_key') && { lookup_key: lookupKey }),
      ...(params.has('nickname') && { nickname: params.text('nickname') }),
      metadata: params.metadata(before.metadata),
    });
    if (Object.keys(previous).length > 0) books.emit('price.updated', row, previous);
    return row;
  },
};

function readRecurring(params: Params): PriceSource['recurring'] {
  const recurring = params.inside('recurring');
  if (!recurring) return null;
  recurring.required('interval');
  const interval = recurring.oneOf('interval', intervals) ?? 'month';
  const count = recurring.integer('interval_count') ?? 1;
  if (count < 1) throw badRequest('Invalid interval_count', { param: 'recurring[interval_count]' });
  return { interval, count };
}

/** A lookup key is one price's at a time: it is refused, or taken from that price where this is asked for. */
function takeLookupKey(books: Books, params: Params, ownId?: string): string | null {
  const key = params.text('lookup_key');
  const holder = key === null ? undefined : holderOf(books, key);
  if (!holder || holder.id === ownId) return key;
  if (params.flag('transfer_lookup_key') !== true) {
    const message = `A price (\`${holder.id}\`) already uses that lookup key.`;
    throw badRequest(message, { code: 'resource_already_exists', param: 'lookup_key' });
  }
  const { row, previous } = books.change('prices', holder.id, { lookup_key: null });
  books.emit('price.updated', row, previous);
  return key;
}

function holderOf({ tables }: Books, key: string): Stripe.Price | undefined {
  return tables.prices.newest().find(({ lookup_key }) => lookup_key === key);
}

export const priceOperations: readonly Operation[] = [
  create,
  list({
    path: '/v1/prices',
    table: 'prices',
    equal: ['product', 'active', 'currency', 'type'],
    takes: ['lookup_keys'],
    filter: ({ lookup_key }, params) =>
      !params.has('lookup_keys') || (lookup_key !== null && params.texts('lookup_keys').includes(lookup_key)),
  }),
  retrieve('/v1/prices/:id', 'prices'),
  update,
];
