import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { pageSourcesOf } from './analytics/endpoints.ts';
import { buildIdOf, publishBuild, publishMilliseconds, readBuildManifest } from './builds.ts';
import { createApp } from './platform/create-app.ts';
import type { Config } from './platform/config/config.ts';
import { readCatalog } from './content/catalog.ts';
import { answerStarting } from './platform/health.ts';
import { listen, graceMilliseconds, prepareShutdown } from './platform/http/lifecycle.ts';
import { startRecurringWork } from './platform/jobs/recurring.ts';
import { endsWithin } from './platform/jobs/signal.ts';
import { createLog } from './platform/log.ts';
import { openBackend, type HandedDependencies } from './app.ts';
import { requireKnownHost, warnOfOrigins } from './platform/site/environment.ts';
import { loadSite } from './platform/site/load.ts';
import { recordingsFolder } from './platform/site/manifest.ts';
import { loadPublishedFunnels } from './funnels/published.ts';
import { warnOfCountries } from './payments/plan.ts';
import { createFindSharedFile, shareFiles } from './platform/site/shared-files.ts';

/** A server that takes requests. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The pages for those who develop, with the token that opens them; empty where there are none. */
  readonly developmentLinks: readonly string[];
  /**
   * Is not ready from now on, but takes requests for `DRAIN_SECONDS`. Then finishes those in flight, then jobs, then
   * closes the database. Resolves to whether every request was finished, 25 seconds after the drain at the latest.
   */
  stop(): Promise<boolean>;
}

/** Longer than the idle time of common proxies, so that it is they who close a connection they keep. */
const keepAliveMilliseconds = 75_000;

/** What comes after the requests takes no longer: a database that hangs keeps nobody waiting. */
const closeMilliseconds = 15_000;

/** Starts all of it, and resolves when it takes requests: not before the database, with the catalogue in it, is up to date. */
export async function startServer(config: Config, handed: HandedDependencies): Promise<RunningServer> {
  const log = createLog(config.logLevel);
  const { warnings, ...published } = await readBuild(config);
  for (const message of warnings) log.warn('settings_to_check', { message });
  const { server, shutDown, begin, listenNow } = createSwitchedServer(config);
  const recordingsDirectory = join(config.siteDirectory, recordingsFolder);
  const parts = { ...handed, ...published, config, recordingsDirectory, log };
  const backend = await openBackend({
    ...parts,
    beforeWaiting() {
      if (!config.migrates)
        log.warn('waits_for_migrations', { message: 'The database has to be brought up to date by npm run migrate.' });
      return listenNow();
    },
  });
  const { database, readiness, api, developmentRoutes } = backend;
  const { site, build } = published;
  try {
    await shareFiles(database, site);
    await publishBuild(database, build);
    const findFile = createFindSharedFile(database);
    const production = config.mode === 'production';
    begin(createApp({ ...api, site, findFile, trustProxy: config.trustProxy, production, developmentRoutes }));
    const url = await listenNow();
    backend.begin(url);
    const publishing = startRecurringWork({
      name: 'publish-build',
      everyMilliseconds: publishMilliseconds,
      run: () => publishBuild(database, build),
      log,
    });
    return {
      url,
      developmentLinks: backend.developmentLinks(url),
      async stop() {
        readiness.state = 'stopping';
        const finished = await shutDown({ drainMilliseconds: config.drainSeconds * 1_000, graceMilliseconds });
        if (!(await endsWithin(closeMilliseconds, backend.close(publishing.stop()))))
          log.warn('stop_cut_short', { message: 'What still runs, such as an email, is broken off.' });
        return finished;
      },
    };
  } catch (error) {
    server.close();
    await backend.close();
    throw error;
  }
}

/** All of the built site that the server works with. Throws a `SiteError` where it isn't for this environment. */
async function readBuild(config: Config) {
  const { siteDirectory, analytics, audioBucket, publicUrl } = config;
  const manifest = await readBuildManifest(siteDirectory);
  const { company, plans } = manifest;
  requireKnownHost(manifest, publicUrl);
  const warnings = [warnOfOrigins(manifest, config), warnOfCountries(plans, config)].filter((each) => each !== null);
  const site = await loadSite(siteDirectory, {
    sources: pageSourcesOf(analytics),
    consent: analytics.consent,
    publicUrl,
    audioOrigins: audioBucket ? [new URL(audioBucket.url).origin] : [],
  });
  const { funnels, funnelWords } = await loadPublishedFunnels(siteDirectory, manifest.funnels);
  const catalog = await readCatalog(siteDirectory);
  const build = { id: buildIdOf(manifest, catalog), funnels, catalog };
  return { company, plans, site, funnels, funnelWords, build, warnings };
}

/** A server that says that it is starting, where it has to listen before it has begun. */
function createSwitchedServer(config: Config) {
  let answer: RequestListener = answerStarting;
  const server = createServer({ keepAliveTimeout: keepAliveMilliseconds }, (request, response) =>
    answer(request, response),
  );
  const shutDown = prepareShutdown(server);
  let listening: Promise<string> | undefined;
  return {
    server,
    shutDown,
    begin: (app: RequestListener) => void (answer = app),
    listenNow: () => (listening ??= listen(server, config)),
  };
}
