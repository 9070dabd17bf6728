import express, { type Express, type RequestHandler } from 'express';
import type { TrustProxy } from './config.ts';
import { createHealthRoutes } from './health/routes.ts';
import { handleErrors } from './http/errors.ts';
import type { LogError } from './http/log.ts';
import { describeProblem, sendProblem } from './http/problem.ts';
import type { Readiness } from './http/readiness.ts';
import { dataSecurityHeaders, strictTransportSecurity } from './http/security-headers.ts';
import { localeOf, serveNotFound, serveSite } from './site/serve.ts';
import type { Site } from './site/site.ts';

/** All that the app needs from outside. */
export interface AppDependencies {
  readonly site: Site;
  readonly readiness: Readiness;
  readonly logError: LogError;
  readonly trustProxy: TrustProxy;
  /** In production, whoever came by https is told to keep to it. */
  readonly production: boolean;
}

/** The server's requests and answers. It opens nothing and reads no environment: all it uses is passed in. */
export function createApp({ site, readiness, logError, trustProxy, production }: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', typeof trustProxy === 'object' ? [...trustProxy] : trustProxy);

  // First of all, so that a page costs nothing but itself: its headers are ready, and it needs nothing that follows.
  app.use(serveSite({ site, keepToHttps: production }));

  app.use('/api', setDataHeaders(production));
  app.use('/api/health', createHealthRoutes(readiness));
  app.use('/api', (request, response) => {
    sendProblem(response, describeProblem('not_found', localeOf(site, request)));
  });

  app.use(serveNotFound({ site, keepToHttps: production }));
  app.use(handleErrors({ logError, localeOf: (request) => localeOf(site, request) }));
  return app;
}

/** Data is never cached by anyone and never shown as a page. */
function setDataHeaders(production: boolean): RequestHandler {
  const headers = new Map([['Cache-Control', 'no-store'], ...pairs(dataSecurityHeaders())]);
  const httpsHeaders = new Map(pairs(strictTransportSecurity));
  return (request, response, next) => {
    response.setHeaders(headers);
    if (production && request.secure) response.setHeaders(httpsHeaders);
    next();
  };
}

function pairs(headers: readonly string[]): [string, string][] {
  return headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : []));
}
