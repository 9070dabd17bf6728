import type { RequestHandler, Response } from 'express';
import type { Log } from '../../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { openRecord, recordOf } from './call-record.ts';
import { chooseRequestId, requestIdHeader } from './request-id.ts';

interface Observers {
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Gives every request of the API an id, and once it is answered a line in the log and its place in the metrics. */
export function followCall({ log, metrics }: Observers): RequestHandler {
  function finish(this: Response): void {
    const { requestId, startedAt, route, userId } = recordOf(this);
    const { method } = this.req;
    const milliseconds = performance.now() - startedAt;
    const status = this.writableFinished ? this.statusCode : clientClosedRequest;
    metrics.observeCall({ route, method, status, seconds: milliseconds / 1_000 });
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
    response.setHeader(requestIdHeader, requestId);
    response.once('close', finish);
    next();
  };
}

/** As nginx logs a request whose client went away before it was answered. */
const clientClosedRequest = 499;
