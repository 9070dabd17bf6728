import type { Request, RequestHandler, Router } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { readJson } from './bodies.ts';
import type { CallListener, DirectCall } from './direct-calls.ts';
import { ApiError } from './problem.ts';
import type { Validate } from './check.ts';
import type { Authenticate, CallContext, Endpoint, SignedIn } from './endpoint.ts';
import { recordOf } from './log-calls.ts';
import { languageOf } from './locale.ts';
import type { HeaderList } from './security-headers.ts';
import { withoutPort } from '../network.ts';
import type { Call } from '../../../schemas/api/call.ts';
import { createRouter } from './router.ts';

/** The router of all calls, and those of them that can also be answered without it. */
export interface CallRoutes {
  readonly router: Router;
  readonly direct: readonly DirectCall[];
}

interface CallDependencies {
  readonly authenticate: Authenticate;
  readonly countryOf: (request: IncomingMessage) => string | null;
}

/** Routes each call of the contract to its endpoint. A known path with another method is refused with `Allow`, OPTIONS is answered. */
export function createCallRoutes(endpoints: readonly Endpoint[], parts: CallDependencies): CallRoutes {
  const router = createRouter();
  const direct: DirectCall[] = [];
  const methodsByPath = new Map<string, Call['method'][]>();
  for (const endpoint of endpoints) {
    const { method, path, params, query, body } = endpoint.call;
    const bodyTypes = endpoint.call.beacon ? beaconTypes : jsonTypes;
    const answer = createCallListener(endpoint, parts);
    const methods = methodsByPath.get(path) ?? [];
    methodsByPath.set(path, [...methods, method]);
    router[verbs[method]](expressPath(path), throughExpress(answer, bodyTypes));
    if (!params && !query) direct.push({ method, target: `/api${path}`, bodyTypes: body ? bodyTypes : null, answer });
  }
  for (const [path, methods] of methodsByPath) router.all(expressPath(path), refuseMethod(path, methods));
  return { router, direct };
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
 * endpoint's handler answer.
 */
function createCallListener({ call, handle }: Endpoint, { authenticate, countryOf }: CallDependencies): CallListener {
  let checks: Promise<Checks> | undefined;
  const identify = call.auth === 'optional' ? unlessStranger(authenticate) : authenticate;
  return async (request, response, input) => {
    const record = recordOf(response);
    record.route = call.path;
    const user = call.auth === 'none' ? undefined : await identify(request);
    if (user) record.userId = user.user.id;
    const check = await (checks ??= createChecks(call));
    const params = check.params?.(input.params);
    const query = check.query?.(input.query);
    const body = check.body?.(await input.readBody());
    const checked = { params, query, body, user, requestId: record.requestId };
    const reply = await handle(contextOf(request, checked, { ip: input.ip, countryOf }));
    sendReply(response, input.headers, { status: call.reply.status, body: reply });
  };
}

/** Undefined where the request has no access token that counts: the handler refuses those that need one. */
function unlessStranger(authenticate: Authenticate): (request: IncomingMessage) => Promise<SignedIn | undefined> {
  return async (request) => {
    try {
      return await authenticate(request);
    } catch (error) {
      if (error instanceof ApiError && strangerCodes.includes(error.code)) return undefined;
      throw error;
    }
  };
}

const strangerCodes: readonly string[] = ['not_signed_in', 'tokens_outdated'];

/** As Express reads requests, whatever they look like. */
function throughExpress(answer: CallListener, bodyTypes: readonly string[]): RequestHandler {
  return (request, response) =>
    answer(request, response, {
      params: request.params,
      query: request.query,
      ip: () => request.ip ?? '',
      readBody: () => readBody(request, bodyTypes),
      headers: [], // set already
    });
}

type Checks = Partial<Readonly<Record<'params' | 'query' | 'body', Validate>>>;

/** Schemas are compiled when their call first comes: all of them together would keep the start waiting. */
async function createChecks({ params, query, body }: Call): Promise<Checks> {
  if (!params && !query && !body) return {};
  const { checkTexts, checkValue } = await import('./check.ts');
  return {
    ...(params && { params: checkTexts(params) }),
    ...(query && { query: checkTexts(query) }),
    ...(body && { body: checkValue(body) }),
  };
}

/** What a handler is given. Language, address and country are worked out only for handlers that ask. */
function contextOf(request: IncomingMessage, checked: CheckedValues, { ip, countryOf }: CallerLookup): CallContext {
  return {
    ...checked,
    get locale() {
      return languageOf(request);
    },
    /** An IPv4 or IPv6 address; IPv4 in its own form also where the socket is an IPv6 one. */
    get ip() {
      const address = withoutPort(ip()).replace(/^::ffff:(?=\d+\.)/i, '');
      return isIP(address) === 0 ? 'unknown' : address;
    },
    get country() {
      return countryOf(request);
    },
    get userAgent() {
      return request.headers['user-agent'] ?? '';
    },
  };
}

type CheckedValues = Pick<CallContext, 'params' | 'query' | 'body' | 'user' | 'requestId'>;

interface CallerLookup {
  readonly ip: () => string;
  readonly countryOf: CallDependencies['countryOf'];
}

/** Types of bodies: JSON that says so, and JSON that a beacon sent. */
const jsonTypes: readonly string[] = ['application/json'];
const beaconTypes: readonly string[] = ['application/json', 'text/plain'];

/** As `readJson`; rejects what is not of these types, not in UTF-8 or compressed, with `unsupported_media_type`. */
function readBody(request: Request, types: readonly string[]): Promise<unknown> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  const [, charset = 'utf-8'] = /;\s*charset="?([^\s;"]+)/i.exec(type) ?? [];
  const isPlain = encoding.toLowerCase() === 'identity' && charset.toLowerCase() === 'utf-8';
  if (request.is([...types]) === false || !isPlain) return Promise.reject(new ApiError('unsupported_media_type'));
  return readJson(request);
}

/** Answers with JSON, or with nothing where there is no body. Leaner than Express: no ETag, since data is never cached. */
function sendReply(
  response: ServerResponse,
  headers: HeaderList,
  { status, body }: { readonly status: number; readonly body: unknown },
): void {
  if (body === undefined) {
    response.writeHead(status, headers as string[]).end();
    return;
  }
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, [...headers, 'Content-Type', 'application/json; charset=utf-8', 'Content-Length', length]);
  response.end(text);
}
