import cors from 'cors';
import express, { type Application, type Express, type RequestHandler, Router } from 'express';
import type { TrustProxy } from './config/parse.ts';
import { type CheckDatabase, createHealthRoutes, type Readiness } from './health.ts';
import { createCallRouter } from './http/calls.ts';
import type { Authenticate, Endpoint } from './http/endpoint.ts';
import { handleApiErrors, handlePageErrors } from './http/errors.ts';
import { followCall, requestIdHeader } from './http/follow-calls.ts';
import { ApiError } from './http/problem.ts';
import { setDataHeaders } from './http/security-headers.ts';
import type { Log } from './log.ts';
import { createMetricsRoutes, type Metrics } from './metrics.ts';
import { withoutPort } from './network.ts';
import { createOpenApiRoutes } from './openapi.ts';
import { serveNotFound, serveSite } from './site/serve.ts';
import type { Site } from './site/serve.ts';

/** All that the app needs from outside. */
export interface AppDependencies extends ApiDependencies {
  readonly site: Site;
  readonly trustProxy: TrustProxy;
  /** `/dev/…`: what is only for those who develop; null in production. */
  readonly developmentRoutes: Router | null;
}

/** The server's requests and answers. It opens nothing and reads no environment: all it uses is passed in. */
export function createApp({ site, trustProxy, developmentRoutes, ...dependencies }: AppDependencies): Express {
  const { log, production } = dependencies;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  trustProxies(app, trustProxy);

  // First of all, so that a page costs nothing but itself: its headers are ready, and it needs nothing that follows.
  app.use(serveSite({ site, enforceHttps: production }));

  if (trustProxy !== false) app.use('/api', warnOfUntrustedProxy(log));
  app.use('/api', createApi(dependencies));
  if (developmentRoutes) app.use(developmentRoutes);
  app.use(serveNotFound({ site, enforceHttps: production }));
  app.use(handlePageErrors(log));
  return app;
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
  /** In production, browsers that came by https are told to stay there (HSTS). */
  readonly production: boolean;
}

/** Everything below `/api`: the calls of the contract, and what those who run the server ask for. */
export function createApi(dependencies: ApiDependencies): Router {
  const { endpoints, authenticate, log, metrics, metricsToken, corsOrigins, production } = dependencies;
  const api = Router();
  api.use(setDataHeaders(production), followCall({ log, metrics }));
  if (corsOrigins.length > 0) api.use(allowOrigins(corsOrigins));
  api.use(dependencies.redirects, dependencies.webhooks, dependencies.audio);
  api.use(createCallRouter(endpoints, authenticate));
  api.use('/health', createHealthRoutes(dependencies));
  api.use(createMetricsRoutes(metrics, metricsToken));
  api.use(createOpenApiRoutes(endpoints.map(({ call }) => call)));
  api.use(() => {
    throw new ApiError('not_found');
  });
  api.use(handleApiErrors(log));
  return api;
}

type IsTrusted = (address: string, hop: number) => boolean;

/** Lets the app believe the `X-Forwarded-*` headers of these proxies, also where they add ports to addresses. */
function trustProxies(app: Application, trustProxy: TrustProxy): void {
  app.set('trust proxy', typeof trustProxy === 'object' ? [...trustProxy] : trustProxy);
  const isTrusted = isTrustedIn(app);
  app.set('trust proxy', ((address, hop) => isTrusted(withoutPort(address), hop)) satisfies IsTrusted);
}

/**
 * Warns, once, when `X-Forwarded-For` comes from where it is not believed: behind a proxy that TRUST_PROXY does not
 * name, all visitors share the rate limits of one address.
 */
function warnOfUntrustedProxy(log: Log): RequestHandler {
  let hasWarned = false;
  return (request, _response, next) => {
    const { remoteAddress } = request.socket;
    const isForwarded = 'x-forwarded-for' in request.headers && remoteAddress !== undefined;
    if (isForwarded && !hasWarned && !isTrustedIn(request.app)(remoteAddress, 0)) {
      hasWarned = true;
      log.warn('proxy_not_trusted', { message: advice });
    }
    next();
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
