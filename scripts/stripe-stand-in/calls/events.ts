import { flag, inside, integer, freeText, texts } from '../wire/params.ts';
import { list, type Operation } from './operation.ts';

const takes = { type: freeText, types: texts, delivery_success: flag, created: inside({ gte: integer }) };

export const eventOperations: readonly Operation[] = [
  list('/v1/events', 'events', {
    takes,
    filter: (event, { type, types = type ? [type] : null, delivery_success: isDelivered, created }) =>
      (types === null || types.includes(event.type)) &&
      (isDelivered === undefined || isDelivered === (event.pending_webhooks === 0)) &&
      event.created >= (created?.gte ?? 0),
  }),
];
