import { list, retrieve } from './list.ts';
import type { Operation } from './operation.ts';

export const paymentOperations: readonly Operation[] = [
  list({ path: '/v1/payment_intents', table: 'paymentIntents', equal: ['customer'] }),
  retrieve('/v1/payment_intents/:id', 'paymentIntents'),
  list({ path: '/v1/charges', table: 'charges', equal: ['customer', 'payment_intent'] }),
  retrieve('/v1/charges/:id', 'charges'),
];
