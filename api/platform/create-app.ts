import cors from 'cors';
import express, { type Express, type RequestHandler, type Router } from 'express';
import type { TrustProxy } from './config/parse.ts';
import { type CheckDatabase, createHealthRoutes, type Readiness } from './health.ts';
import { createCallRoutes } from './http/calls.ts';
import type { Authenticate, Endpoints } from './http/endpoint.ts';
import { handleApiErrors, handlePageErrors } from './http/errors.ts';
import { logCalls, requestIdHeader } from './http/log-calls.ts';
import { ApiError } from './http/problem.ts';
import { countryIn, type IsTrusted, trustedProxies, warnOfProxies } from './http/proxies.ts';
import { enforceHttps, setDataHeaders } from './http/security-headers.ts';
import type { Log } from './log.ts';
import { createMetricsRoutes, type Metrics } from './metrics.ts';
import { createOpenApiRoutes } from './openapi.ts';
import { type CountAnswer, serveNotFound, serveSite } from './site/serve.ts';
import { type FindSharedFile, serveSharedFiles } from './site/shared-files.ts';
import type { ServedSite } from './site/serve.ts';
import { createRouter } from './http/router.ts';
import { calls } from '../../schemas/api/index.ts';

/** All that the app needs from outside. */
export interface AppDependencies extends ApiDependencies {
  readonly site: ServedSite;
  readonly findFile: FindSharedFile;
  readonly trustProxy: TrustProxy;
  /** In production, answers over https have HSTS. */
  readonly production: boolean;
  /** `/dev/…`: what is only for those who develop; null in production. */
  readonly developmentRoutes: Router | null;
}

/** The server's requests and answers. It opens nothing and reads no environment: all it uses is passed in. */
export function createApp({
  site,
  findFile,
  trustProxy,
  production,
  developmentRoutes,
  ...dependencies
}: AppDependencies): Express {
  const { log, metrics } = dependencies;
  const served = { site, countAnswer: createAnswerCount(metrics) };
  const isTrusted = trustedProxies(trustProxy);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag'); // data is never cached, and pages have tags of their own
  app.enable('case sensitive routing');
  app.set('trust proxy', isTrusted);

  if (production) app.use(enforceHttps);
  // First of all, so that a page costs nothing but itself: its headers are ready, and it needs nothing that follows.
  app.use(serveSite(served));
  if (trustProxy !== false) app.use('/api', warnOfProxies(log, isTrusted));
  app.use('/api', createApi(dependencies, isTrusted));
  if (developmentRoutes) app.use(developmentRoutes);
  app.use(serveSharedFiles({ ...served, findFile }));
  app.use(serveNotFound(served));
  app.use(handlePageErrors(log));
  return app;
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
  /** Calls without one are answered as if they didn't exist. */
  readonly endpoints: Partial<Endpoints>;
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
}

/** Everything below `/api`: the calls of the contract, and what those who run the server ask for. */
export function createApi(dependencies: ApiDependencies, isTrusted: IsTrusted): Router {
  const { endpoints, authenticate, log, metrics, metricsToken, corsOrigins, countryHeader } = dependencies;
  const countryOf = countryIn(countryHeader, isTrusted);
  const api = createRouter();
  api.use(setDataHeaders, logCalls({ log, metrics }));
  if (corsOrigins.length > 0) api.use(allowOrigins(corsOrigins));
  api.use(dependencies.redirects, dependencies.webhooks, dependencies.audio);
  api.use(createCallRoutes(endpoints, { authenticate, countryOf }));
  api.use('/health', createHealthRoutes(dependencies));
  api.use(createMetricsRoutes(metrics, metricsToken));
  api.use(createOpenApiRoutes(calls));
  api.use(() => {
    throw new ApiError('not_found');
  });
  api.use(handleApiErrors(log));
  return api;
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
