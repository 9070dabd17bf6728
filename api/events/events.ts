import { sendEvents } from '../../schemas/api/events.ts';
import type { Database } from '../platform/db/database.ts';
import { endpoint, type Endpoint } from '../platform/http/handler.ts';
import { createRateLimits } from '../platform/http/rate-limits.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Funnels } from '../visits/funnels.ts';
import { createBatchWriter } from './batch-writer.ts';
import { createKnownFunnels } from './known-funnels.ts';
import { createSendEvents } from './send-events.ts';
import { createSendingLimits } from './sending-limit.ts';
import { storeBatches } from './store-batches.ts';

interface EventServices {
  readonly database: Database;
  readonly funnels: Funnels;
  readonly metrics: Pick<Metrics, 'addCounter'>;
}

/** The call by which pages tell what happens on them. */
export function createEventEndpoints({ database, funnels, metrics }: EventServices): readonly Endpoint[] {
  const countBatch = metrics.addCounter({
    name: 'event_batches_total',
    help: 'Batches of events that pages sent, by what became of them.',
    label: 'fate',
  });
  const writer = createBatchWriter((batches) => storeBatches(database, batches));
  const isKnownFunnel = createKnownFunnels(database, funnels.keys());
  const limits = createSendingLimits({ database, rateLimits: createRateLimits(database) });
  return [endpoint(sendEvents, createSendEvents({ writer, isKnownFunnel, limits, countBatch }))];
}
