import type { Stripe } from 'stripe';
import { expireSession, reckonSession } from '../billing/checkout.ts';
import { refuseOtherCurrency } from '../billing/one-currency.ts';
import { problemOfCoupon, type Use } from '../billing/promotions.ts';
import { idOf } from '../objects/fields.ts';
import { lineItemsOf, newSession } from '../objects/session.ts';
import type { Books } from '../state/books.ts';
import { badRequest } from '../stripe-fault.ts';
import type { Params } from '../wire/params.ts';
import { find, list, retrieve, type Operation } from './operation.ts';

const minute = 60;
const day = 24 * 60 * minute;

const fields = [
  'adaptive_pricing',
  'allow_promotion_codes',
  'allowed_payment_method_types',
  'automatic_tax',
  'cancel_url',
  'client_reference_id',
  'customer',
  'customer_email',
  'customer_update',
  'discounts',
  'expires_at',
  'invoice_creation',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'payment_intent_data',
  'subscription_data',
  'success_url',
];

/** They change what the page looks like, and nothing that happens here. */
const cosmetic = [
  'billing_address_collection',
  'consent_collection',
  'custom_text',
  'phone_number_collection',
  'saved_payment_method_options',
  'submit_type',
  'ui_mode',
];

const create: Operation = {
  method: 'POST',
  path: '/v1/checkout/sessions',
  takes: [...cosmetic, ...fields],
  run({ books, params }) {
    params.required('mode');
    const mode = params.oneOf('mode', ['subscription', 'payment']) ?? 'payment';
    const customer = readCustomer(books, params);
    const { price, quantity } = readLineItem(books, params, mode);
    if (customer !== null) refuseOtherCurrency(books, customer, price.currency);
    const coupon = readCoupon(books, params, { customer, product: idOf(price.product), currency: price.currency });
    readPaymentMethodTypes(params);
    readAdaptivePricing(params);
    const purpose = readData(params, mode);
    const created = books.timeOf(customer);
    const session = newSession({
      created,
      mode,
      customer,
      origin: books.origin(),
      amount: (price.unit_amount ?? 0) * quantity,
      currency: price.currency,
      customerEmail: params.text('customer_email'),
      clientReferenceId: params.text('client_reference_id'),
      metadata: params.metadata(),
      successUrl: params.required('success_url'),
      cancelUrl: params.text('cancel_url'),
      expiresAt: readExpiry(params, created),
      locale: params.text('locale'),
      takesCodes: params.flag('allow_promotion_codes') ?? false,
      hasTax: readTax(books, params, customer),
      invoiceCreation: readInvoiceCreation(params, mode),
    });
    const country = books.tables.customers.get(customer ?? '')?.address?.country ?? null;
    const sold = { id: session.id, price: price.id, quantity, coupon };
    books.tables.checkouts.put({ ...sold, ...purpose, paymentIntent: null, country });
    books.tables.sessions.put(session);
    return reckonSession(books, session.id);
  },
};

const expire: Operation = {
  method: 'POST',
  path: '/v1/checkout/sessions/:id/expire',
  takes: [],
  run({ books, id }) {
    const session = find(books, 'sessions', id);
    if (session.status === 'open') return expireSession(books, session);
    throw badRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  },
};

const lineItems: Operation = {
  method: 'GET',
  path: '/v1/checkout/sessions/:id/line_items',
  takes: ['limit'],
  run: ({ books, id }) => lineItemsOf(books, find(books, 'sessions', id).id),
};

function readCustomer(books: Books, params: Params): string | null {
  const customer = params.text('customer');
  if (customer === null) return null;
  if (params.has('customer_email')) {
    throw badRequest('You may only specify one of these parameters: customer, customer_email.');
  }
  return find(books, 'customers', customer, 'customer').id;
}

function readLineItem(books: Books, params: Params, mode: Stripe.Checkout.Session.Mode) {
  const [item, another] = params.each('line_items');
  if (!item) params.required('line_items');
  if (!item || another) throw badRequest('The stand-in sells one line item at a time.', { param: 'line_items' });
  const price = find(books, 'prices', item.required('price'), 'line_items[0][price]');
  if (!price.active) {
    throw badRequest('The price specified is inactive. This field only accepts active prices.', {
      param: 'line_items[0][price]',
    });
  }
  if (mode === 'subscription' && !price.recurring) {
    throw badRequest('You must provide at least one recurring price in `subscription` mode when using prices.');
  }
  if (mode === 'payment' && price.recurring) {
    throw badRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
    );
  }
  return { price, quantity: item.integer('quantity') ?? 1 };
}

function readPaymentMethodTypes(params: Params): void {
  if (params.texts('allowed_payment_method_types').every((type) => type === 'card')) return;
  throw badRequest('The stand-in takes cards only.', { param: 'allowed_payment_method_types' });
}

function readAdaptivePricing(params: Params): void {
  if (!params.inside('adaptive_pricing')?.flag('enabled')) return;
  throw badRequest('The stand-in converts no prices.', { param: 'adaptive_pricing' });
}

function readData(params: Params, mode: Stripe.Checkout.Session.Mode) {
  const other = mode === 'payment' ? 'subscription_data' : 'payment_intent_data';
  if (params.has(other)) throw badRequest(`You can not pass \`${other}\` in \`${mode}\` mode.`, { param: other });
  return {
    subscriptionMetadata: params.inside('subscription_data')?.metadata() ?? {},
    paymentIntentMetadata: params.inside('payment_intent_data')?.metadata() ?? {},
  };
}

function readInvoiceCreation(params: Params, mode: Stripe.Checkout.Session.Mode): { enabled: boolean } | null {
  if (mode === 'payment') return { enabled: params.inside('invoice_creation')?.flag('enabled') ?? false };
  if (!params.has('invoice_creation')) return null;
  throw badRequest('You can only enable invoice creation when `mode` is set to `payment`.', {
    param: 'invoice_creation',
  });
}

/** Without an address there is no tax to work out: the customer has one, or is given the one that is typed in. */
function readTax(books: Books, params: Params, customer: string | null): boolean {
  const isAsked = params.inside('automatic_tax')?.flag('enabled') ?? false;
  const updates = params.inside('customer_update')?.oneOf('address', ['auto', 'never']);
  if (!isAsked || customer === null || updates === 'auto') return isAsked;
  if (books.tables.customers.get(customer)?.address) return true;
  throw badRequest(
    'Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the ' +
      "Customer or set `customer_update[address]` to 'auto' to save the address entered in Checkout to the Customer.",
    { code: 'customer_tax_location_invalid' },
  );
}

/** What is taken off without a code. */
function readCoupon(books: Books, params: Params, use: Use): string | null {
  const [discount, another] = params.each('discounts');
  if (!discount) return null;
  if (another) throw badRequest('You may only pass one discount.', { param: 'discounts' });
  if (params.has('allow_promotion_codes')) {
    throw badRequest('You may only specify one of these parameters: allow_promotion_codes, discounts.');
  }
  const coupon = find(books, 'coupons', discount.required('coupon'), 'discounts[0][coupon]');
  if (problemOfCoupon(books, coupon, use) === null) return coupon.id;
  throw badRequest(`The coupon ${coupon.id} cannot be used for this.`, { param: 'discounts[0][coupon]' });
}

function readExpiry(params: Params, created: number): number {
  const at = params.integer('expires_at') ?? created + day;
  if (at < created + 30 * minute) {
    throw badRequest('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param: 'expires_at',
    });
  }
  if (at <= created + day) return at;
  throw badRequest('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', {
    param: 'expires_at',
  });
}

export const sessionOperations: readonly Operation[] = [
  create,
  list({
    path: '/v1/checkout/sessions',
    table: 'sessions',
    equal: ['customer', 'payment_intent', 'subscription', 'status'],
  }),
  retrieve('/v1/checkout/sessions/:id', 'sessions'),
  expire,
  lineItems,
];
