import { createServer } from 'node:http';
import { createApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { listen, ListenError } from './http/listen.ts';
import { logErrorAsJson } from './http/log.ts';
import { createReadiness, type Readiness } from './http/readiness.ts';
import { graceMilliseconds, prepareShutdown } from './http/shutdown.ts';
import { loadSite } from './site/load.ts';
import { SiteError } from './site/read-manifest.ts';

/** Longer than the idle time of common proxies, so that it is they who close a connection they keep. */
const keepAliveMilliseconds = 75_000;

/** Starts the server and returns when it takes requests. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const readiness = createReadiness();
  const site = await loadSite(config.siteDirectory);
  const production = config.mode === 'production';
  const app = createApp({ site, readiness, logError: logErrorAsJson, trustProxy: config.trustProxy, production });
  const server = createServer({ keepAliveTimeout: keepAliveMilliseconds }, app);
  stopOnSignals(readiness, prepareShutdown(server));
  const url = await listen(server, config);
  readiness.state = 'ready';
  console.log(`Still Waters is ready: ${url}`);
}

/** The first signal stops the server gracefully, the second at once. */
function stopOnSignals(readiness: Readiness, shutDown: ReturnType<typeof prepareShutdown>): void {
  const stop = async () => {
    if (readiness.state === 'stopping') process.exit(1);
    readiness.state = 'stopping';
    const finished = await shutDown(graceMilliseconds);
    process.exit(finished ? 0 : 1);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}

/** What the person at the keyboard can put right is a sentence; anything else is a bug and logged as one. */
function giveUp(error: unknown): never {
  const isForThePerson = error instanceof ConfigError || error instanceof SiteError || error instanceof ListenError;
  if (isForThePerson) console.error(error.message);
  else logErrorAsJson('crashed', error);
  process.exit(1);
}

process.on('uncaughtException', giveUp);
process.on('unhandledRejection', giveUp);
await start().catch(giveUp);
