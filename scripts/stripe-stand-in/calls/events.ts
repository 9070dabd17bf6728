import type { Stripe } from 'stripe';
import type { Params } from '../wire/params.ts';
import { list, retrieve } from './list.ts';
import type { Operation } from './operation.ts';

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

export const eventOperations: readonly Operation[] = [
  list({ path: '/v1/events', table: 'events', takes: ['type', 'types', 'delivery_success'], filter: isAskedFor }),
  retrieve('/v1/events/:id', 'events'),
];
