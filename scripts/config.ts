import { ConfigError, readConfig, type Config } from '../api/platform/config/config.ts';

/** The configuration; where the environment is not usable, says what to change and ends the process. */
export function readConfigOrExit(environment: NodeJS.ProcessEnv = process.env): Config {
  try {
    return readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
