import { Router } from 'express';
import type { CheckDatabase } from './platform/health/check-database.ts';
import { createHealthRoutes } from './platform/health/routes.ts';
import { allowOrigins } from './platform/http/allow-origins.ts';
import { ApiError } from './platform/http/api-error.ts';
import { createCallRouter } from './platform/http/create-call-router.ts';
import { setDataHeaders } from './platform/http/data-headers.ts';
import { handleApiErrors } from './platform/http/errors.ts';
import { followCall } from './platform/http/follow-call.ts';
import type { Authenticate, Endpoint } from './platform/http/handler.ts';
import type { Readiness } from './platform/http/readiness.ts';
import type { Log } from './log.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { createMetricsRoutes } from './platform/metrics/routes.ts';
import { createOpenApiRoutes } from './platform/openapi/routes.ts';

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
  /** Who knows it may read the metrics; null: nobody. */
  readonly metricsToken: string | null;
  /** Origins whose pages may call the API, such as `https://example.com`. */
  readonly corsOrigins: readonly string[];
  /** In production, whoever came by https is told to keep to it. */
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
