import { isUuid } from '../platform/uuid.ts';
import { type BatchWriter, createBatchWriter } from './batch-writer.ts';
import type { EventStore } from './event-store.ts';
import { createKnownFunnels, type IsKnownFunnel } from './funnel-versions.ts';
import { createSendingLimits, type SendingLimits, bytesOf } from './sending-limit.ts';
import type { Database } from '../platform/db/database.ts';
import { ApiError, type FieldMistake } from '../platform/http/problem.ts';
import { endpoint, type Endpoint, type Handler } from '../platform/http/endpoint.ts';
import { createRateLimits } from '../platform/http/rate-limits.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Funnels } from '../platform/site/funnels.ts';
import { sendEvents } from '../../schemas/api/events.ts';

interface EventServices {
  readonly database: Database;
  readonly events: EventStore;
  readonly funnels: Funnels;
  readonly metrics: Pick<Metrics, 'addCounter'>;
}

/** The call by which pages report what happens on them. */
export function createEventEndpoints({ database, events, funnels, metrics }: EventServices): readonly Endpoint[] {
  const countBatch = metrics.addCounter({
    name: 'event_batches_total',
    help: 'Batches of events that pages sent, by what became of them.',
    labels: ['fate'],
  });
  const writer = createBatchWriter((batches) => events.storeBatches(batches));
  const isKnownFunnel = createKnownFunnels(database, funnels.keys());
  const limits = createSendingLimits({ events, rateLimits: createRateLimits(database) });
  return [endpoint(sendEvents, createSendEvents({ writer, isKnownFunnel, limits, countBatch }))];
}

/** What became of a batch, for the metrics. */
export type BatchFate = 'stored' | 'refused' | 'limited' | 'failed';

interface SendEventsParts {
  readonly writer: BatchWriter;
  readonly isKnownFunnel: IsKnownFunnel;
  readonly limits: SendingLimits;
  readonly countBatch: (fate: BatchFate) => void;
}

/** Takes a batch of a page. What it answers with success survives any crash. */
export function createSendEvents(parts: SendEventsParts): Handler<typeof sendEvents> {
  const { writer, isKnownFunnel, limits, countBatch } = parts;
  /** Loaded with the first batch: its schemas take a while to compile. */
  let reader: Promise<typeof import('./page-events.ts')> | undefined;
  return async ({ body, ip }) => {
    try {
      const bytes = bytesOf(JSON.stringify(body.events));
      await limits.countSending(ip, bytes);
      const { funnel, page, n } = body;
      if (!isUuid(body.visit)) throw refusal({ field: 'visit', code: 'invalid' });
      const visit = body.visit.toLowerCase();
      const { readPageEvents } = await (reader ??= import('./page-events.ts'));
      const read = readPageEvents(body.events, n);
      if (!read.ok) throw refusal(read.mistake);
      if (!(await isKnownFunnel(funnel))) throw refusal({ field: 'funnel', code: 'invalid' });
      await limits.checkVisit(visit, bytes);
      await writer.write({ funnel, visit, page, n, events: read.events });
      countBatch('stored');
    } catch (error) {
      countBatch(fateOf(error));
      throw error;
    }
  };
}

function refusal(mistake: FieldMistake): ApiError {
  return new ApiError('invalid_fields', { errors: [mistake] });
}

function fateOf(error: unknown): BatchFate {
  if (!(error instanceof ApiError)) return 'failed';
  return error.code === 'invalid_fields' ? 'refused' : 'limited';
}
