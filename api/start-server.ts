import { createServer } from 'node:http';
import { pageSourcesOf } from './analytics/endpoints.ts';
import { createApp } from './platform/create-app.ts';
import type { Config } from './platform/config/config.ts';
import { loadCatalog, readCatalog } from './content/catalog.ts';
import { listen, graceMilliseconds, prepareShutdown } from './platform/http/lifecycle.ts';
import { createLog } from './platform/log.ts';
import { openBackend, type HandedParts } from './app.ts';
import { loadSite } from './platform/site/load.ts';
import { readManifest } from './platform/site/manifest.ts';
import { loadFunnels } from './platform/site/funnels.ts';

/** A server that takes requests. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The pages for those who develop, with the token that opens them; empty where there are none. */
  readonly developmentLinks: readonly string[];
  /** Finishes requests, then jobs, then closes the database. Resolves to whether every request was finished. */
  stop(): Promise<boolean>;
}

/** Longer than the idle time of common proxies, so that it is they who close a connection they keep. */
const keepAliveMilliseconds = 75_000;

/** Starts all of it, and resolves when it takes requests: not before the database, with the catalogue in it, is up to date. */
export async function startServer(config: Config, handed: HandedParts): Promise<RunningServer> {
  const log = createLog(config.logLevel);
  const { company, plans } = await readManifest(config.siteDirectory);
  const { consent } = config.analytics;
  const site = await loadSite(config.siteDirectory, { sources: pageSourcesOf(config.analytics), consent });
  const { funnels, funnelWords } = await loadFunnels(config.siteDirectory);
  const catalog = await readCatalog(config.siteDirectory);
  const backend = await openBackend({ ...handed, config, log, funnels, funnelWords, company, plans });
  const { readiness, api, developmentRoutes } = backend;
  const app = createApp({ ...api, site, trustProxy: config.trustProxy, developmentRoutes });
  const server = createServer({ keepAliveTimeout: keepAliveMilliseconds }, app);
  const shutDown = prepareShutdown(server);
  try {
    await loadCatalog(backend.database, catalog);
    const url = await listen(server, config);
    backend.begin(url);
    return {
      url,
      developmentLinks: backend.developmentLinks(url),
      async stop() {
        readiness.state = 'stopping';
        const finished = await shutDown(graceMilliseconds);
        await backend.close();
        return finished;
      },
    };
  } catch (error) {
    await backend.close();
    throw error;
  }
}
