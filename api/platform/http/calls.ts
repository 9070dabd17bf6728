import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { isIP } from 'node:net';
import { ApiError } from './problem.ts';
import { checkTexts, checkValue } from './check.ts';
import type { Authenticate, CheckedContext, Endpoint, SignedIn } from './endpoint.ts';
import { recordOf } from './follow-calls.ts';
import { languageOf } from './locale.ts';
import { withoutPort } from '../network.ts';
import type { Call } from '../../../schemas/api/call.ts';
import type { Language } from '../../../schemas/api/values.ts';

/** Routes each call of the contract to its endpoint. A known path with another method is refused with `Allow`, OPTIONS is answered. */
export function createCallRouter(endpoints: readonly Endpoint[], authenticate: Authenticate): Router {
  const router = Router();
  const methodsByPath = new Map<string, Call['method'][]>();
  for (const endpoint of endpoints) {
    const { method, path } = endpoint.call;
    const methods = methodsByPath.get(path) ?? [];
    methodsByPath.set(path, [...methods, method]);
    router[verbs[method]](expressPath(path), createCallHandler(endpoint, authenticate));
  }
  for (const [path, methods] of methodsByPath) router.all(expressPath(path), refuseMethod(path, methods));
  return router;
}

/** Answers OPTIONS with the methods that there are, and whatever else comes with these and `method_not_allowed`. */
export function refuseMethod(route: string, methods: readonly Call['method'][]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return ({ method }, response) => {
    recordOf(response).route = route;
    response.setHeader('Allow', allowed);
    if (method !== 'OPTIONS') throw new ApiError('method_not_allowed');
    response.status(204).end();
  };
}

const verbs = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const;

/** `/v1/emails/unsubscribe/{id}/` as Express writes it; Express takes it with and without the slash at its end. */
function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '');
}

/**
 * Answers the requests of one call: finds out who asks, then checks what came against the contract, then lets the
 * endpoint's handler answer. Rejects with what went wrong.
 */
function createCallHandler({ call, handle }: Endpoint, authenticate: Authenticate): RequestHandler {
  const checkParams = call.params === undefined ? undefined : checkTexts(call.params);
  const checkQuery = call.query === undefined ? undefined : checkTexts(call.query);
  const checkBody = call.body === undefined ? undefined : checkValue(call.body);
  const bodyTypes = call.beacon ? beaconTypes : jsonTypes;
  const needsUser = call.auth === 'user';
  return async (request, response) => {
    const record = recordOf(response);
    record.route = call.path;
    const user = needsUser ? await authenticate(request) : undefined;
    if (user) record.userId = user.user.id;
    const params = checkParams?.(request.params);
    const query = checkQuery?.(request.query);
    const body = checkBody?.(await readBody(request, response, bodyTypes));
    const { requestId } = record;
    const reply = await handle(new CheckedRequest(request, { params, query, body, user, requestId }));
    sendReply(response, call.reply.status, reply);
  };
}

interface CheckedParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly user: SignedIn | undefined;
  readonly requestId: string;
}

/** What a handler is given. Language and address are worked out only for handlers that ask. */
class CheckedRequest implements CheckedContext {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly user: SignedIn | undefined;
  readonly requestId: string;
  readonly #request: Request;

  constructor(request: Request, { params, query, body, user, requestId }: CheckedParts) {
    this.#request = request;
    this.params = params;
    this.query = query;
    this.body = body;
    this.user = user;
    this.requestId = requestId;
  }

  get locale(): Language {
    return languageOf(this.#request);
  }

  /** An IPv4 or IPv6 address; IPv4 in its own form also where the socket is an IPv6 one. */
  get ip(): string {
    const address = withoutPort(this.#request.ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
    return isIP(address) === 0 ? 'unknown' : address;
  }
}

/** Larger than any sign-up with the answers of a long quiz. */
const limitBytes = 64 * 1024;

/** Types of bodies: JSON that says so, and JSON that a beacon sent. */
const jsonTypes: readonly string[] = ['application/json'];
const beaconTypes: readonly string[] = ['application/json', 'text/plain'];

const parseJson = express.json({ limit: limitBytes, inflate: false, type: [...beaconTypes] });

/**
 * The JSON that came with the request; an empty object where nothing came. Rejects what is not of these types, with
 * `unsupported_media_type`, and what is not JSON with the parser's own error, whose `status` is a 4xx.
 */
function readBody(request: Request, response: Response, types: readonly string[]): Promise<unknown> {
  if (request.is([...types]) === false) return Promise.reject(new ApiError('unsupported_media_type'));
  return new Promise((resolve, reject) => {
    parseJson(request, response, (error: unknown) => {
      if (error) reject(error);
      else resolve(request.body ?? {});
    });
  });
}

/** Answers with JSON, or with nothing where there is no body. Leaner than Express: no ETag, since data is never cached. */
function sendReply(response: Response, status: number, body: unknown): void {
  response.statusCode = status;
  if (body === undefined) {
    response.end();
    return;
  }
  const text = JSON.stringify(body);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
