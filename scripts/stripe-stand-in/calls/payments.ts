import { list, type Operation, retrieve, search } from './operation.ts';

/** What cards are and do; they are used on the pages. */
export const paymentOperations: readonly Operation[] = [
  retrieve('/v1/payment_methods', 'paymentMethods'),
  retrieve('/v1/payment_intents', 'paymentIntents'),
  list('/v1/setup_intents', 'setupIntents', { equal: ['customer'] }),
  list('/v1/charges', 'charges', { equal: ['customer', 'payment_intent'] }),
  // By the card, those that were given back.
  search('/v1/charges/search', 'charges', {
    pattern: /^payment_method_details\.card\.fingerprint:"([^"]*)" AND refunded:"true"$/,
    isFound: ({ payment_method_details: details, refunded }, fingerprint) =>
      refunded && details?.card?.fingerprint === fingerprint,
  }),
  retrieve('/v1/charges', 'charges'),
];
