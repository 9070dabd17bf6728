import type { Response } from 'express';

/** What is known of a request of the API while it runs, for its log line and its metrics. */
export interface CallRecord {
  readonly requestId: string;
  /** As `performance.now()` gives it. */
  readonly startedAt: number;
  /** The path as the contract writes it; null while no call has been found. */
  route: string | null;
  userId: string | null;
}

/** Opens the record of a request. */
export function openRecord(response: Response, requestId: string): CallRecord {
  const record: CallRecord = { requestId, startedAt: performance.now(), route: null, userId: null };
  response.locals['record'] = record;
  return record;
}

/** The record of the request that is answered here. */
export function recordOf(response: Response): CallRecord {
  return response.locals['record'] as CallRecord;
}
