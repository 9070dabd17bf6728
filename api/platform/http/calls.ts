import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { isIP } from 'node:net';
import { ApiError } from './problem.ts';
import type { Validate } from './check.ts';
import type { Authenticate, CallContext, Endpoints, SignedIn } from './endpoint.ts';
import { recordOf } from './log-calls.ts';
import { languageOf } from './locale.ts';
import { withoutPort } from '../network.ts';
import type { Call } from '../../../schemas/api/call.ts';
import { calls } from '../../../schemas/api/index.ts';
import { createRouter } from './router.ts';

interface CallDependencies {
  readonly authenticate: Authenticate;
  readonly countryOf: (request: Request) => string | null;
}

/**
 * Routes each call of the contract to its endpoint: finds out who asks, then reads the body, then checks what came
 * against the contract and answers. A known path with another method is refused with `Allow`, OPTIONS is answered.
 */
export function createCallRoutes(endpoints: Partial<Endpoints>, { authenticate, countryOf }: CallDependencies): Router {
  const router = createRouter();
  const methodsByPath = new Map<string, Call['method'][]>();
  const handlers: Readonly<Record<string, unknown>> = endpoints;
  for (const call of calls) {
    const handle = handlers[call.id] as Handle | undefined;
    if (!handle) continue;
    const { method, path, body } = call;
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method]);
    router[verbs[method]](
      expressPath(path),
      identifyCaller(call, authenticate),
      body ? readJson(call) : [],
      answerCall(call, { handle, countryOf }),
    );
  }
  for (const [path, methods] of methodsByPath) router.all(expressPath(path), refuseMethod(path, methods));
  return router;
}

/** A handler of any call: what it is given has been checked by its call's schemas. */
type Handle = (context: CallContext) => Promise<unknown>;

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

/** What a request's handlers hand on to the next one. */
type CallResponse = Response<unknown, { caller?: SignedIn | undefined }>;

/** Finds out who asks, where the call wants to know. */
function identifyCaller({ path, auth }: Call, authenticate: Authenticate): RequestHandler {
  const identify = auth === 'optional' ? unlessStranger(authenticate) : authenticate;
  return async (request, response: CallResponse, next) => {
    const record = recordOf(response);
    record.route = path;
    const caller = auth === 'none' ? undefined : await identify(request);
    if (caller) record.userId = caller.user.id;
    response.locals.caller = caller;
    next();
  };
}

/** Undefined where the request has no access token that counts: the handler refuses those that need one. */
function unlessStranger(authenticate: Authenticate): (request: Request) => Promise<SignedIn | undefined> {
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

/** Of JSON: larger than any sign-up with the answers of a long quiz. */
const maxJsonBytes = 64 * 1024;

/** Reads a JSON object or array, in the types that the call takes; rejects any other with `unsupported_media_type`. */
function readJson({ beacon }: Call): RequestHandler[] {
  const types = beacon ? ['application/json', 'text/plain'] : ['application/json'];
  const refuseOthers: RequestHandler = (request, _response, next) => {
    if (request.is(types) === false) throw new ApiError('unsupported_media_type');
    next();
  };
  return [refuseOthers, express.json({ type: types, limit: maxJsonBytes, inflate: false })];
}

/** Checks what came against the contract, lets the handler work on it, and sends its reply. */
function answerCall(
  call: Call,
  { handle, countryOf }: { handle: Handle; countryOf: CallDependencies['countryOf'] },
): RequestHandler {
  let checks: Promise<Checks> | undefined;
  return async (request, response: CallResponse) => {
    const check = await (checks ??= createChecks(call));
    const params = check.params?.(request.params);
    const query = check.query?.(request.query);
    const body = check.body?.(request.body ?? {});
    const { requestId } = recordOf(response);
    const checked = { params, query, body, user: response.locals.caller, requestId };
    const reply = await handle(contextOf(request, checked, countryOf));
    response.status(call.reply.status);
    if (call.reply.cookies && isFromOwnPage(request)) setCookies(response, call.reply.cookies, reply);
    if (reply === undefined) response.end();
    else response.json(reply);
  };
}

/** Whether a page of the origin that was asked sent it. Safari before 16.4 has no `Sec-Fetch-Site`. */
function isFromOwnPage({ headers, protocol, host }: Request): boolean {
  return headers['sec-fetch-site'] === 'same-origin' || headers.origin === `${protocol}://${host}`;
}

const thirtyDays = 30 * 86_400_000;

/**
 * Sets cookies as a page's script would: path /, 30 days, same-site strict (specification, section 9), and secure on
 * https. Scripts can read them, but Safari ends those that scripts have written after seven days.
 */
function setCookies(response: Response, cookies: Readonly<Record<string, string>>, reply: unknown): void {
  const fields = reply as Readonly<Record<string, string>>;
  const options = { path: '/', maxAge: thirtyDays, sameSite: 'strict', secure: response.req.secure } as const;
  for (const [name, field] of Object.entries(cookies)) response.cookie(name, fields[field], options);
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
function contextOf(request: Request, checked: CheckedValues, countryOf: CallDependencies['countryOf']): CallContext {
  return {
    ...checked,
    get locale() {
      return languageOf(request);
    },
    /** An IPv4 or IPv6 address; IPv4 in its own form also where the socket is an IPv6 one. */
    get ip() {
      const address = withoutPort(request.ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
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
