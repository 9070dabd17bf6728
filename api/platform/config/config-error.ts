/** The environment can't be used. The message names every bad variable and what to do about it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
