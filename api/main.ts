import { brand } from '../content/brand.ts';
import { ConfigError, readConfig, type Config, warnOfExposure } from './platform/config/config.ts';
import { warnOfStripeKey } from './platform/config/stripe.ts';
import { closeToOthers, warnOfAudioFolder } from './platform/data-directory.ts';
import type { HandedDependencies } from './app.ts';
import { DatabaseError } from './platform/db/database.ts';
import { explainOutage } from './platform/db/unavailable.ts';
import { ListenError } from './platform/http/lifecycle.ts';
import { createLog } from './platform/log.ts';
import { StandInStateError } from './payments/stand-in.ts';
import { SiteError } from './platform/site/manifest.ts';
import { startServer, type RunningServer } from './start-server.ts';

/** A terminal and systemd send a signal to npm and to this process, and npm passes it on: so soon, it is the same one. */
const sameSignalMilliseconds = 500;

/**
 * Serves the built site until a signal comes: the first stops the server gracefully, the second at once. Ends the
 * process where it can't start, with a sentence that says what to do.
 */
export async function serve(handed: HandedDependencies): Promise<void> {
  let config: Config | null = null;
  let server: RunningServer | null = null;
  let stoppedAt: number | null = null;

  const stop = async (): Promise<void> => {
    // Before the start is over there is nothing to lose.
    if (server === null) process.exit(0);
    if (stoppedAt !== null) {
      if (performance.now() - stoppedAt > sameSignalMilliseconds) process.exit(1);
      return;
    }
    stoppedAt = performance.now();
    const finished = await server.stop();
    process.exit(finished ? 0 : 1);
  };
  const abort = (error: unknown): never => exitWith(error, config);
  process.on('uncaughtException', abort);
  process.on('unhandledRejection', abort);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop().catch(abort));

  try {
    config = readConfig(process.env);
    closeToOthers(config.dataDirectory);
    const log = createLog(config.logLevel);
    for (const message of [warnOfExposure(config), warnOfStripeKey(config), await warnOfAudioFolder(config)])
      if (message !== null) log.warn('settings_to_check', { message });
    server = await startServer(config, handed);
    console.log(`${brand.name} is ready: ${server.url}`);
    for (const link of server.developmentLinks) console.log(`For you alone: ${link}`);
  } catch (error) {
    abort(error);
  }
}

/** What the person at the keyboard can put right is a sentence; anything else is a bug and logged as one. */
function exitWith(error: unknown, config: Config | null): never {
  const known = [ConfigError, DatabaseError, StandInStateError, SiteError, ListenError];
  const isKnown = error instanceof Error && known.some((kind) => error instanceof kind);
  const sentence = isKnown ? error.message : config && explainOutage(error, config);
  if (sentence === null) createLog('error').error('crashed', error);
  else console.error(sentence);
  process.exit(1);
}
