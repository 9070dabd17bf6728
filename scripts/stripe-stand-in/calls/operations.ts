import type { Stripe } from 'stripe';
import { creditNoteOperations } from './credit-notes.ts';
import { couponOperations } from './coupons.ts';
import { customerOperations } from './customers.ts';
import { disputeOperations, refundOperations } from './refunds.ts';
import { invoiceOperations } from './invoices.ts';
import { list, type Operation, retrieve, search } from './operation.ts';
import { paymentMethodOperations } from './payment-methods.ts';
import { portalOperations } from './portal.ts';
import { priceOperations } from './prices.ts';
import { productOperations } from './products.ts';
import { sessionOperations } from './sessions.ts';
import { subscriptionOperations } from './subscriptions.ts';
import { testClockOperations } from './test-clocks.ts';
import type { Params } from '../wire/params.ts';

/** By the card, those that were given back. */
const searchCharges = search({
  path: '/v1/charges/search',
  table: 'charges',
  pattern: /^payment_method_details\.card\.fingerprint:"([^"]*)" AND refunded:"true"$/,
  isFound: ({ payment_method_details: details, refunded }, fingerprint) =>
    refunded && details?.card?.fingerprint === fingerprint,
});

const paymentOperations: readonly Operation[] = [
  list({ path: '/v1/payment_intents', table: 'paymentIntents', equal: ['customer'] }),
  retrieve('/v1/payment_intents/:id', 'paymentIntents'),
  list({ path: '/v1/setup_intents', table: 'setupIntents', equal: ['customer'] }),
  retrieve('/v1/setup_intents/:id', 'setupIntents'),
  list({ path: '/v1/charges', table: 'charges', equal: ['customer', 'payment_intent'] }),
  searchCharges,
  retrieve('/v1/charges/:id', 'charges'),
];

/** By type, also with a star at its end, and by whether they were delivered. */
function isAskedFor(event: Stripe.Event, params: Params): boolean {
  const type = params.text('type');
  const types = type === null ? params.texts('types') : [type];
  const isDelivered = params.flag('delivery_success');
  return (
    (types.length === 0 || types.some((pattern) => matches(event.type, pattern))) &&
    (isDelivered === null || isDelivered === (event.pending_webhooks === 0))
  );
}

function matches(type: string, pattern: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}

const eventOperations: readonly Operation[] = [
  list({ path: '/v1/events', table: 'events', takes: ['type', 'types', 'delivery_success'], filter: isAskedFor }),
  retrieve('/v1/events/:id', 'events'),
];

/** All that can be asked. */
export const operations: readonly Operation[] = [
  ...customerOperations,
  ...productOperations,
  ...priceOperations,
  ...couponOperations,
  ...sessionOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...creditNoteOperations,
  ...portalOperations,
  ...paymentOperations,
  ...paymentMethodOperations,
  ...refundOperations,
  ...disputeOperations,
  ...eventOperations,
  ...testClockOperations,
];
