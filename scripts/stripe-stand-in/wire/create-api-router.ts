import { type NextFunction, type Request, type RequestHandler, type Response, type Router, text } from 'express';
import { timingSafeEqual } from 'node:crypto';
import type { Log } from '../../../api/platform/log.ts';
import type { Operation } from '../calls/operation.ts';
import { operations } from '../calls/operations.ts';
import { apiVersion, newId } from '../objects/fields.ts';
import type { Books } from '../state/books.ts';
import { StripeFault } from '../stripe-fault.ts';
import { answerOnce } from './answer.ts';
import { createRouter } from '../../../api/platform/http/router.ts';

interface ApiOptions {
  readonly books: Books;
  readonly secretKey: string;
  /** Called before anything is answered: resolves when what was changed is safe. */
  readonly commit: () => Promise<void>;
  readonly log: Log;
}

/** `/v1/…` */
export function createApiRouter(options: ApiOptions): Router {
  const router = createRouter();
  router.use('/v1', text({ type: () => true, limit: '1mb' }), (request, response, next) => {
    response.set('Request-Id', newId('req'));
    response.set('Stripe-Version', headerOf(request.headers['stripe-version']) ?? apiVersion);
    checkKey(request.headers.authorization, options.secretKey);
    next();
  });
  for (const operation of operations) router[operation.method](operation.path, handle(operation, options));
  router.use('/v1', ({ method, baseUrl, path }) => {
    const message = `Unrecognized request URL (${method}: ${baseUrl}${path}): the stand-in has no such call.`;
    throw new StripeFault(404, 'invalid_request_error', message);
  });
  router.use('/v1', sendFault(options.log));
  return router;
}

function handle(operation: Operation, { books, commit }: ApiOptions): RequestHandler {
  return async (request, response) => {
    const idempotencyKey = headerOf(request.headers['idempotency-key']);
    const { status, body, isReplayed } = answerOnce(books, {
      operation,
      path: request.path,
      id: headerOf(request.params['id']) ?? '',
      form: formOf(request),
      idempotencyKey,
      requestId: String(response.get('Request-Id')),
    });
    await commit();
    if (isReplayed) response.set('Idempotent-Replayed', 'true');
    response.status(status).json(body);
  };
}

/** The body, and what is in the address. */
function formOf({ body, originalUrl }: Request<Record<string, string | string[]>>): string {
  const [, query = ''] = originalUrl.split('?');
  return [query, typeof body === 'string' ? body : ''].filter((part) => part !== '').join('&');
}

function headerOf(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** What is no refusal is a mistake in the stand-in. */
function sendFault(log: Log) {
  return (error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const isFault = error instanceof StripeFault;
    if (!isFault) log.error('stripe_stand_in_failed', error);
    const fault = isFault ? error : new StripeFault(500, 'api_error', 'The stand-in failed; its log says why.');
    response.status(fault.status).json(fault.toBody());
  };
}

/** Throws unless the header `Authorization` has the secret key. */
function checkKey(authorization: string | undefined, secretKey: string): void {
  const key = /^bearer (.+)$/i.exec(authorization ?? '')?.[1];
  if (key === undefined) throw new StripeFault(401, 'invalid_request_error', 'You did not provide an API key.');
  if (isEqual(key, secretKey)) return;
  throw new StripeFault(401, 'invalid_request_error', `Invalid API Key provided: ${key.slice(0, 8)}****`);
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
