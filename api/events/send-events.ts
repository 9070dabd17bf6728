import type { sendEvents } from '../../schemas/api/events.ts';
import { isUuid } from '../accounts/uuid.ts';
import { ApiError, type FieldMistake } from '../platform/http/api-error.ts';
import type { Handler } from '../platform/http/handler.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { IsKnownFunnel } from './known-funnels.ts';
import { readPageEvents } from './read-page-events.ts';
import { storedBytes, type SendingLimits } from './sending-limit.ts';

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
  return async ({ body, ip }) => {
    try {
      const bytes = storedBytes(JSON.stringify(body.events));
      await limits.countSending(ip, bytes);
      const { funnel, visit, page, n } = body;
      if (!isUuid(visit)) throw refusal({ field: 'visit', code: 'invalid' });
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
