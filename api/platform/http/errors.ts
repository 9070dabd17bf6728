import type { ErrorRequestHandler, Request, Response } from 'express';
import { isUnavailable } from '../db/unavailable.ts';
import type { Log } from '../log.ts';
import { ApiError, describeProblem, sendProblem } from './problem.ts';
import { recordOf } from './log-calls.ts';
import { languageOf } from './locale.ts';
import { splitTarget } from './target.ts';

/** After an outage of the database, clients may come back that soon. */
const retryAfterOutageSeconds = 2;

/**
 * Answers for a call that failed. A request that was at fault gets a 4xx. A database that is away is 503, for the
 * same request may succeed later. Anything else is logged and answered by a sentence without internal details.
 */
export function handleApiErrors(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const problem = toApiError(error);
    logFailure(log, problem, { request, response });
    if (response.headersSent) return next(error);
    sendProblem(response, describeProblem(problem.code, languageOf(request), problem), problem.retryAfterSeconds);
  };
}

/** Answers for a page that could not be served, in one sentence; what was not the request's fault is logged. */
export function handlePageErrors(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const { code } = toApiError(error);
    if (code === 'internal') log.error('page_failed', error, { method: request.method, area: areaOf(request) });
    if (response.headersSent) return next(error);
    const problem = describeProblem(code, languageOf(request));
    response.status(problem.status).type('text/plain').send(problem.detail);
  };
}

/** Errors of Express and its parsers carry the 4xx status that the request earned. */
function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413) return new ApiError('too_large');
  if (status === 415) return new ApiError('unsupported_media_type');
  if (typeof status === 'number' && status >= 400 && status < 500) return new ApiError('bad_request');
  if (isUnavailable(error))
    return new ApiError('unavailable', { cause: error, retryAfterSeconds: retryAfterOutageSeconds });
  return new ApiError('internal', { cause: error });
}

function logFailure(
  log: Log,
  { code, cause }: ApiError,
  { request, response }: { request: Request; response: Response },
): void {
  const { requestId, route } = recordOf(response);
  const context = { requestId, method: request.method, route };
  if (code === 'internal') log.error('request_failed', cause, context);
  if (code === 'unavailable') log.warn('request_unavailable', { ...context, reason: nameOf(cause) });
}

function nameOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

/** The beginning of the path, for the log: what follows it may be a one-time token. */
function areaOf(request: Request): string {
  return splitTarget(request.originalUrl).path.split('/', 2).join('/');
}
