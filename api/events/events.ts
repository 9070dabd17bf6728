import { isUuid } from '../platform/uuid.ts';
import { type BatchWriter, createBatchWriter } from './batch-writer.ts';
import type { EventBatch } from './batches.ts';
import type { EventStore } from './event-store.ts';
import { createKnownFunnels, type IsKnownFunnel } from './funnel-versions.ts';
import { storeNotRecorded, type VisitsOfDay } from './not-recorded.ts';
import { createSendingLimits, type SendingLimits, bytesOf } from './sending-limit.ts';
import { createVisitLimit, type IsRecorded } from './visit-limit.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/db/database.ts';
import { ApiError, type FieldMistake } from '../platform/http/problem.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import { createRateLimits } from '../platform/http/rate-limits.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Funnels } from '../funnels/published.ts';
import type { sendEvents } from '../../schemas/api/events.ts';

interface EventServices {
  readonly database: Database;
  readonly events: EventStore;
  readonly funnels: Funnels;
  readonly visitLimit: Config['visitLimit'];
  readonly metrics: Pick<Metrics, 'addCounter'>;
}

/** The call by which pages report what happens on them. */
export function createEventEndpoints(services: EventServices) {
  const { database, events, funnels, visitLimit, metrics } = services;
  const countBatch = metrics.addCounter({
    name: 'event_batches_total',
    help: 'Batches of events that pages sent, by what became of them.',
    labels: ['fate'],
  });
  const writer = createBatchWriter<EventBatch>((batches) => events.storeBatches(batches));
  const leftOut = createBatchWriter<VisitsOfDay>((visits) => storeNotRecorded(database.knex, visits));
  const isKnownFunnel = createKnownFunnels(database, funnels.keys());
  const rateLimits = createRateLimits(database);
  const limits = createSendingLimits({ events, rateLimits });
  const countLeftOut = (visit: VisitsOfDay) => leftOut.write(visit);
  const isRecorded = createVisitLimit({ visitLimit, events, rateLimits, countLeftOut });
  return { sendEvents: createSendEvents({ writer, isKnownFunnel, limits, isRecorded, countBatch }) };
}

/** What became of a batch, for the metrics. */
export type BatchFate = 'stored' | 'left_out' | 'refused' | 'limited' | 'failed';

interface SendEventsDependencies {
  readonly writer: BatchWriter<EventBatch>;
  readonly isKnownFunnel: IsKnownFunnel;
  readonly limits: SendingLimits;
  readonly isRecorded: IsRecorded;
  readonly countBatch: (fate: BatchFate) => void;
}

/** Takes a batch of a page. What it answers with success survives any crash, unless its visit is left out. */
export function createSendEvents(parts: SendEventsDependencies): Handler<typeof sendEvents> {
  const { writer, isKnownFunnel, limits, isRecorded, countBatch } = parts;
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
      const isStored = await isRecorded({ funnel, visit, n, ip });
      if (isStored) {
        await limits.checkVisit(visit, bytes);
        await writer.write({ funnel, visit, page, n, events: read.events });
      }
      countBatch(isStored ? 'stored' : 'left_out');
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
