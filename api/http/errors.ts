import type { ErrorRequestHandler, Request, Response } from 'express';
import { describeProblem, sendProblem, type ProblemCode } from './problem.ts';
import type { LogError } from './log.ts';
import { splitTarget } from './target.ts';

/**
 * Answers for a handler that failed. A request that was at fault hears so (4xx); anything else is logged and answered
 * by a sentence that tells nothing about the inside.
 */
export function handleErrors({
  logError,
  localeOf,
}: {
  logError: LogError;
  localeOf: (request: Request) => string;
}): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const code = problemOf(error);
    const { path } = splitTarget(request.originalUrl);
    const route = typeof request.route?.path === 'string' ? request.route.path : null;
    if (code === 'internal') logError('request_failed', error, { method: request.method, area: areaOf(path), route });
    if (response.headersSent) return next(error);
    answer(response, code, localeOf(request), isApiPath(path));
  };
}

/** Whether the address belongs to the API, which answers in JSON only. */
function isApiPath(path: string): boolean {
  return /^\/api(?:\/|$)/.test(path);
}

/** The beginning of the path, for the log: what follows it may be a one-time token. */
function areaOf(path: string): string {
  return path.split('/', isApiPath(path) ? 4 : 2).join('/');
}

function answer(response: Response, code: ProblemCode, locale: string, asJson: boolean): void {
  const problem = describeProblem(code, locale);
  if (asJson) return sendProblem(response, problem);
  response.status(problem.status).type('text/plain').send(problem.detail);
}

/** Errors of Express and its parsers carry the 4xx status that the request earned. */
function problemOf(error: unknown): ProblemCode {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? 'bad_request' : 'internal';
}
