import type { Stripe } from 'stripe';
import { newPrice, newProduct } from '../objects/price.ts';
import type { Books } from '../state/books.ts';
import { badRequest } from '../stripe-fault.ts';
import { count, flag, inside, integerFrom, metadata, needed, oneOf, freeText, texts } from '../wire/params.ts';
import { find, list, operation, type Operation, retrieve } from './operation.ts';

const createProduct = operation(
  'POST /v1/products',
  { id: freeText, name: needed(freeText), metadata },
  ({ books, given: { id = null, ...given } }) => {
    if (books.tables.products.get(id)) throw isTaken('Product already exists.', 'id');
    const product = newProduct({ ...given, ...(id !== null && { id }), created: books.timeOf(null) });
    return books.add('products', product, 'product.created');
  },
);

const updateProduct = operation(
  'POST /v1/products/:id',
  { name: freeText, active: flag },
  ({ books, id, given: { name, ...given } }) => {
    find(books, 'products', id);
    const patch = { ...given, ...(name && { name }), updated: books.timeOf(null) };
    return books.change('products', id, patch, 'product.updated');
  },
);

const createPrice = operation(
  'POST /v1/prices',
  {
    product: needed(freeText),
    currency: needed(freeText),
    unit_amount: needed(integerFrom(0)),
    lookup_key: freeText,
    metadata,
    recurring: inside({ interval: needed(oneOf('month')), interval_count: count }),
  },
  ({ books, given: { recurring, ...given } }) => {
    find(books, 'products', given.product, 'product');
    const currency = given.currency.toLowerCase();
    if (!/^[a-z]{3}$/.test(currency)) throw badRequest(`Invalid currency: ${currency}`, { param: 'currency' });
    const holder = holderOf(books, given.lookup_key ?? null);
    if (holder) throw isTaken(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key');
    const months = recurring ? (recurring.interval_count ?? 1) : null;
    return books.add('prices', newPrice(months, { ...given, currency, created: books.timeOf(null) }), 'price.created');
  },
);

/** A lookup key is one price's at a time. */
function holderOf({ tables }: Books, key: string | null): Stripe.Price | undefined {
  return tables.prices.newest().find(({ lookup_key }) => key !== null && lookup_key === key);
}

function isTaken(message: string, param: string) {
  return badRequest(message, { code: 'resource_already_exists', param });
}

const updatePrice = operation('POST /v1/prices/:id', { active: flag }, ({ books, id, given }) => {
  find(books, 'prices', id);
  return books.change('prices', id, given, 'price.updated');
});

/** Products and prices. */
export const catalogueOperations: readonly Operation[] = [
  createProduct,
  retrieve('/v1/products', 'products'),
  updateProduct,
  createPrice,
  list('/v1/prices', 'prices', {
    equal: ['product', 'active', 'currency'],
    takes: { lookup_keys: texts },
    filter: ({ lookup_key: key }, { lookup_keys: keys }) => !keys || (key !== null && keys.includes(key)),
  }),
  retrieve('/v1/prices', 'prices'),
  updatePrice,
];
