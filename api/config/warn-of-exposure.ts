import type { Config } from '../config.ts';
import { isLoopback } from '../loopback.ts';

/** A warning where a server that is not for strangers listens to other machines; else null. */
export function warnOfExposure({ mode, host }: Pick<Config, 'mode' | 'host'>): string | null {
  if (mode === 'production' || isLoopback(host)) return null;
  return (
    `Other machines can reach this server (HOST is ${host}), but it is not set up for strangers (NODE_ENV is ${mode}). ` +
    'On the internet, set NODE_ENV to production.'
  );
}
