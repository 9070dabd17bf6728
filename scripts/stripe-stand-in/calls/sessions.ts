import type { Stripe } from 'stripe';
import { expireSession, reckonSession } from '../billing/checkout.ts';
import { problemOfCoupon } from '../billing/promotions.ts';
import { refuseOtherCurrency } from '../billing/subscriptions.ts';
import { idOf } from '../objects/fields.ts';
import { amountOf } from '../objects/price.ts';
import { newSession } from '../objects/session.ts';
import type { Books } from '../state/books.ts';
import { badRequest } from '../stripe-fault.ts';
import { each, flag, type Given, inside, integer, metadata, needed, oneOf, freeText } from '../wire/params.ts';
import { find, list, operation, type Operation, retrieve } from './operation.ts';

const minute = 60;
const day = 24 * 60 * minute;

const fields = {
  adaptive_pricing: inside({ enabled: oneOf('false') }),
  allow_promotion_codes: flag,
  allowed_payment_method_types: each(oneOf('card')),
  automatic_tax: inside({ enabled: flag }),
  cancel_url: freeText,
  client_reference_id: freeText,
  customer: needed(freeText),
  customer_update: inside({ address: oneOf('auto', 'never') }),
  discounts: each(inside({ coupon: needed(freeText) })),
  expires_at: integer,
  invoice_creation: inside({ enabled: flag }),
  line_items: needed(each(inside({ price: needed(freeText), quantity: oneOf('1') }))),
  locale: freeText,
  metadata,
  mode: needed(oneOf('subscription', 'payment')),
  payment_intent_data: inside({ metadata }),
  subscription_data: inside({ metadata }),
  success_url: needed(freeText),
};
type Wanted = Given<typeof fields>;

const create = operation('POST /v1/checkout/sessions', fields, ({ books, given }) => {
  const { mode, cancel_url = null, client_reference_id = null, locale = null } = given;
  const { id: customer, address } = find(books, 'customers', given.customer, 'customer');
  const price = readPrice(books, given);
  refuseOtherCurrency(books, customer, price.currency);
  const coupon = readCoupon(books, given, price);
  refuseOtherMode(given);
  const hasTax = given.automatic_tax?.enabled ?? false;
  if (hasTax && !address && given.customer_update?.address !== 'auto')
    throw badRequest('Automatic tax needs an address, or `customer_update`.', {
      code: 'customer_tax_location_invalid',
    });
  const created = books.timeOf(customer);
  const asked = { mode, created, customer, cancel_url, client_reference_id, locale, hasTax };
  const session = newSession({
    ...asked,
    origin: books.origin(),
    amount_total: amountOf(price),
    currency: price.currency,
    metadata: given.metadata ?? {},
    success_url: given.success_url,
    expires_at: readExpiry(created, given.expires_at),
    allow_promotion_codes: given.allow_promotion_codes || null,
    isInvoiced: given.invoice_creation?.enabled ?? false,
  });
  books.tables.checkouts.put({
    id: session.id,
    price: price.id,
    coupon,
    paymentIntent: null,
    country: address?.country ?? null,
    subscriptionMetadata: given.subscription_data?.metadata ?? {},
    paymentIntentMetadata: given.payment_intent_data?.metadata ?? {},
  });
  books.tables.sessions.put(session);
  return reckonSession(books, session.id);
});

function readPrice(books: Books, { mode, line_items: [item, another] }: Wanted): Stripe.Price {
  if (!item || another) throw badRequest('The stand-in sells one line item at a time.', { param: 'line_items' });
  const param = 'line_items[0][price]';
  const price = find(books, 'prices', item.price, param);
  if (!price.active) {
    throw badRequest('The price specified is inactive. This field only accepts active prices.', { param });
  }
  if ((mode === 'subscription') === (price.recurring !== null)) return price;
  throw badRequest(`You cannot sell a price of type \`${price.type}\` in \`${mode}\` mode.`, { param });
}

function refuseOtherMode({ mode, ...given }: Wanted): void {
  const others = mode === 'payment' ? ['subscription_data'] : ['payment_intent_data', 'invoice_creation'];
  const param = others.find((name) => name in given);
  if (param !== undefined) throw badRequest(`You can not pass \`${param}\` in \`${mode}\` mode.`, { param });
}

/** What is taken off without a code. */
function readCoupon(books: Books, given: Wanted, { product, currency }: Stripe.Price): string | null {
  const [discount, another] = given.discounts ?? [];
  if (!discount) return null;
  if (another || given.allow_promotion_codes !== undefined) {
    throw badRequest('You may only specify one discount, or else allow_promotion_codes.', { param: 'discounts' });
  }
  const param = 'discounts[0][coupon]';
  const coupon = find(books, 'coupons', discount.coupon, param);
  const use = { customer: given.customer, product: idOf(product), currency };
  if (problemOfCoupon(books, coupon, use) === null) return coupon.id;
  throw badRequest(`The coupon ${coupon.id} cannot be used for this.`, { param });
}

function readExpiry(created: number, at = created + day): number {
  if (at >= created + 30 * minute && at <= created + day) return at;
  throw badRequest('The `expires_at` timestamp must be 30 minutes to 24 hours from Checkout Session creation.', {
    param: 'expires_at',
  });
}

const expire = operation('POST /v1/checkout/sessions/:id/expire', {}, ({ books, id }) => {
  const session = find(books, 'sessions', id);
  if (session.status === 'open') return expireSession(books, session);
  throw badRequest(
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
  );
});

export const sessionOperations: readonly Operation[] = [
  create,
  list('/v1/checkout/sessions', 'sessions', { equal: ['customer', 'status'] }),
  retrieve('/v1/checkout/sessions', 'sessions'),
  expire,
];
