import express, { type Express, type Router } from 'express';
import type { TrustProxy } from './config.ts';
import { createApi, type ApiDependencies } from './create-api.ts';
import { handlePageErrors } from './platform/http/errors.ts';
import { trustProxies, warnOfUntrustedProxy } from './platform/http/trust-proxies.ts';
import { serveNotFound, serveSite } from './platform/site/serve.ts';
import type { Site } from './platform/site/site.ts';

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
  app.use(serveSite({ site, keepToHttps: production }));

  if (trustProxy !== false) app.use('/api', warnOfUntrustedProxy(log));
  app.use('/api', createApi(dependencies));
  if (developmentRoutes) app.use(developmentRoutes);
  app.use(serveNotFound({ site, keepToHttps: production }));
  app.use(handlePageErrors(log));
  return app;
}
