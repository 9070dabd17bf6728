import type { RequestHandler } from 'express';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Log } from '../log.ts';

interface Observers {
  readonly log: Log;
  readonly metrics: { readonly observeCall: (observation: CallObservation) => void };
}

/** Gives a request of the API an id, which its answer has too, and then a line in the log and its place in the metrics. */
export function logCalls({ log, metrics }: Observers): RequestHandler {
  function finish(this: ServerResponse): void {
    const { requestId, startedAt, route, userId } = recordOf(this);
    const { method = '' } = this.req;
    const milliseconds = performance.now() - startedAt;
    const status = this.writableFinished ? this.statusCode : clientClosedRequest;
    metrics.observeCall({ route, method, status, seconds: milliseconds / 1_000 });
    if (status === 200 && route !== null && probes.has(route)) return;
    log.info('request', {
      method,
      route,
      status,
      milliseconds: Math.round(milliseconds * 100) / 100,
      requestId,
      userId,
    });
  }
  return (request, response, next) => {
    const { requestId } = openRecord(response, chooseRequestId(request.headers['x-request-id']));
    response.once('close', finish);
    response.setHeader(requestIdHeader, requestId);
    next();
  };
}

/** What is asked every few seconds: logged only where it fails. */
const probes = new Set(['/health/live/', '/health/ready/', '/metrics/']);

/** As nginx logs a request whose client went away before it was answered. */
const clientClosedRequest = 499;

/** What is known of a request of the API while it runs, for its log line and its metrics. */
interface CallRecord {
  readonly requestId: string;
  /** As `performance.now()` gives it. */
  readonly startedAt: number;
  /** The path as the contract writes it; null while no call has been found. */
  route: string | null;
  userId: string | null;
}

const recordKey = Symbol('record');
type Recorded = ServerResponse & { [recordKey]?: CallRecord };

/** Opens the record of a request. */
function openRecord(response: Recorded, requestId: string): CallRecord {
  const record: CallRecord = { requestId, startedAt: performance.now(), route: null, userId: null };
  response[recordKey] = record;
  return record;
}

/** The record of the request that is answered here. */
export function recordOf(response: Recorded): CallRecord {
  return response[recordKey]!;
}

/** The header that requests may bring an id in, and that every answer of the API has. */
export const requestIdHeader = 'X-Request-Id';

/** The id that a proxy or client gave the request, if it is a harmless one, else a new one. */
function chooseRequestId(received: string | string[] | undefined): string {
  return typeof received === 'string' && /^[\w.:-]{8,64}$/.test(received) ? received : randomUUID();
}

/** One answered request of the API. */
export interface CallObservation {
  /** The path as the contract writes it; null where there is no such call. */
  readonly route: string | null;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}
