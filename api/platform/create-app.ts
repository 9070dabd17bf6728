import cors from 'cors';
import express, { type Application, type RequestHandler, type Router } from 'express';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { TrustProxy } from './config/parse.ts';
import { type CheckDatabase, createHealthRoutes, type Readiness } from './health.ts';
import { createCallRoutes } from './http/calls.ts';
import { countryIn, createDirectCalls, type IsTrusted } from './http/direct-calls.ts';
import type { Authenticate, Endpoint } from './http/endpoint.ts';
import { answerFailures, handleApiErrors, handlePageErrors } from './http/errors.ts';
import { createCallLog, logCalls, requestIdHeader } from './http/log-calls.ts';
import { ApiError } from './http/problem.ts';
import { setDataHeaders } from './http/security-headers.ts';
import type { Log } from './log.ts';
import { createMetricsRoutes, type Metrics } from './metrics.ts';
import { withoutPort } from './network.ts';
import { createOpenApiRoutes } from './openapi.ts';
import { type CountAnswer, serveNotFound, serveSite } from './site/serve.ts';
import { type FindSharedFile, serveSharedFiles } from './site/shared-files.ts';
import type { ServedSite } from './site/serve.ts';
import { createRouter } from './http/router.ts';

/** All that the app needs from outside. */
export interface AppDependencies extends ApiDependencies {
  readonly site: ServedSite;
  readonly findFile: FindSharedFile;
  readonly trustProxy: TrustProxy;
  /** `/dev/…`: what is only for those who develop; null in production. */
  readonly developmentRoutes: Router | null;
}

/** The server's requests and answers. It opens nothing and reads no environment: all it uses is passed in. */
export function createApp({
  site,
  findFile,
  trustProxy,
  developmentRoutes,
  ...dependencies
}: AppDependencies): RequestListener {
  const { log, production, metrics } = dependencies;
  const served = { site, enforceHttps: production, countAnswer: createAnswerCount(metrics) };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  trustProxies(app, trustProxy);

  // First of all, so that a page costs nothing but itself: its headers are ready, and it needs nothing that follows.
  app.use(serveSite(served));

  const isTrusted = isTrustedIn(app);
  const warn = trustProxy === false ? () => undefined : createProxyWarning(log, isTrusted);
  const { router, answerDirectly } = createApi(dependencies, isTrusted);
  app.use('/api', (request, _response, next) => {
    warn(request);
    next();
  });
  app.use('/api', router);
  if (developmentRoutes) app.use(developmentRoutes);
  app.use(serveSharedFiles({ ...served, findFile }));
  app.use(serveNotFound(served));
  app.use(handlePageErrors(log));
  return (request, response) => {
    if (answerDirectly(request, response)) warn(request);
    else app(request, response);
  };
}

/** Counts and times what the site answers: to the moment when all of it was handed to the system, or the client left. */
function createAnswerCount(metrics: Metrics): CountAnswer {
  const count = metrics.addCounter({
    name: 'site_responses_total',
    help: 'Answers of the site, by kind (page, file, file of another build, redirect, or missing) and status.',
    labels: ['kind', 'status'],
  });
  const time = metrics.addHistogram({
    name: 'site_response_duration_seconds',
    help: 'How long answers of the site took, by kind, as the process sees it.',
    labels: ['kind'],
  });
  return (kind, response) => {
    const startedAt = performance.now();
    response.once('close', () => {
      count(kind, String(response.statusCode));
      time((performance.now() - startedAt) / 1_000, kind);
    });
  };
}

/** All that the API needs from outside. */
export interface ApiDependencies {
  readonly endpoints: readonly Endpoint[];
  readonly authenticate: Authenticate;
  /** What lies below `/api` besides the calls, for people whose mail program leads them there. */
  readonly redirects: Router;
  /** What Stripe reports to, which signs what it sends: it wants the bytes as they came. */
  readonly webhooks: Router;
  /** Where players get the audio of sessions. */
  readonly audio: Router;
  readonly readiness: Readiness;
  readonly isDatabaseThere: CheckDatabase;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The token that opens the metrics; null: they can't be read. */
  readonly metricsToken: string | null;
  /** Origins whose pages may call the API, such as `https://example.com`. */
  readonly corsOrigins: readonly string[];
  /** The header, in lower case, in which the proxy in front names the country of a caller; null: none does. */
  readonly countryHeader: string | null;
  /** In production, answers over https have HSTS. */
  readonly production: boolean;
}

/** What answers below `/api`: the router does all of it, and `answerDirectly` some of it without Express. */
export interface Api {
  readonly router: Router;
  readonly answerDirectly: ReturnType<typeof createDirectCalls>;
}

/** Everything below `/api`: the calls of the contract, and what those who run the server ask for. */
export function createApi(dependencies: ApiDependencies, isTrusted: IsTrusted): Api {
  const { endpoints, authenticate, log, metrics, metricsToken, corsOrigins, countryHeader, production } = dependencies;
  const api = createRouter();
  const logCall = createCallLog({ log, metrics });
  const { router: calls, direct } = createCallRoutes(endpoints, {
    authenticate,
    countryOf: (request) => (countryHeader === null ? null : countryIn(countryHeader, request, isTrusted)),
  });
  api.use(setDataHeaders(production), logCalls(logCall));
  const allow = corsOrigins.length > 0 ? allowOrigins(corsOrigins) : null;
  if (allow) api.use(allow);
  api.use(dependencies.redirects, dependencies.webhooks, dependencies.audio);
  api.use(calls);
  api.use('/health', createHealthRoutes(dependencies));
  api.use(createMetricsRoutes(metrics, metricsToken));
  api.use(createOpenApiRoutes(endpoints.map(({ call }) => call)));
  api.use(() => {
    throw new ApiError('not_found');
  });
  api.use(handleApiErrors(log));
  const fail = answerFailures(log);
  return {
    router: api,
    answerDirectly: createDirectCalls({ calls: direct, logCall, fail, allowOrigins: allow, isTrusted, production }),
  };
}

const maxNeighbours = 1_000;

/** Lets the app believe the `X-Forwarded-*` headers of these proxies, also where they add ports to addresses. */
function trustProxies(app: Application, trustProxy: TrustProxy): void {
  app.set('trust proxy', typeof trustProxy === 'object' ? [...trustProxy] : trustProxy);
  const isTrusted = isTrustedIn(app);
  /** Whether each neighbour is trusted: there are few, and each request asks. */
  const neighbours = new Map<string, boolean>();
  const isTrustedNeighbour = (address: string): boolean => {
    const known = neighbours.get(address);
    if (known !== undefined) return known;
    if (neighbours.size >= maxNeighbours) neighbours.clear();
    const trusted = isTrusted(withoutPort(address), 0);
    neighbours.set(address, trusted);
    return trusted;
  };
  const decide: IsTrusted = (address, hop) =>
    hop === 0 ? isTrustedNeighbour(address) : isTrusted(withoutPort(address), hop);
  app.set('trust proxy', decide);
}

/**
 * Warns, once, when `X-Forwarded-For` comes from where it is not believed: behind a proxy that TRUST_PROXY does not
 * name, all visitors share the rate limits of one address.
 */
function createProxyWarning(log: Log, isTrusted: IsTrusted): (request: IncomingMessage) => void {
  let hasWarned = false;
  return ({ headers, socket: { remoteAddress } }) => {
    if (hasWarned || !('x-forwarded-for' in headers) || remoteAddress === undefined) return;
    if (isTrusted(remoteAddress, 0)) return;
    hasWarned = true;
    log.warn('proxy_not_trusted', { message: advice });
  };
}

const advice =
  'X-Forwarded-For came from an address that TRUST_PROXY does not name, and is ignored. If that is your proxy, all ' +
  'visitors count as one, also for rate limits: set TRUST_PROXY to its address.';

function isTrustedIn(app: Application): IsTrusted {
  return app.get('trust proxy fn') as IsTrusted;
}

/** How long browsers may remember what a preflight said, in seconds; two hours is the most that Chromium takes. */
const preflightSeconds = 7_200;

/** Lets pages of these origins (`https://example.com`) call the API, with credentials. */
function allowOrigins(origins: readonly string[]): RequestHandler {
  return cors({
    origin: [...origins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Accept-Language', requestIdHeader],
    exposedHeaders: [requestIdHeader, 'Retry-After', 'Date'], // members' pages go by the server's clock
    maxAge: preflightSeconds,
    // The answer also names the methods of its path, as to any OPTIONS.
    preflightContinue: true,
  });
}
