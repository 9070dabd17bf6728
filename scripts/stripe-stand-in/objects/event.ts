import type { Stripe } from 'stripe';
import type { EventObjects, EventType } from '../state/rows.ts';
import { apiVersion, newId } from './fields.ts';

interface EventSource<Type extends EventType> {
  readonly type: Type;
  readonly object: EventObjects[Type];
  readonly previous: object | undefined;
  readonly created: number;
  readonly request: Stripe.Event.Request;
  readonly isDelivered: boolean;
}

export function newEvent<Type extends EventType>(source: EventSource<Type>): Stripe.Event {
  const { type, object, previous, created, request, isDelivered } = source;
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created,
    data: { object, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: isDelivered ? 1 : 0,
    request,
    type,
  } satisfies Stripe.EventBase;
  return event as unknown as Stripe.Event;
}
