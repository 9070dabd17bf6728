import type { Config } from '../../config.ts';
import { isLoopback } from '../../loopback.ts';

type Exposure = Pick<Config, 'mode' | 'host' | 'publicUrl'>;

/** Whether mails and payments of development have pages: only where the server is for nobody but this machine. */
export function hasDevelopmentPages(config: Exposure): boolean {
  return config.mode !== 'production' && exposureOf(config) === null;
}

/** A warning where a server that is not for strangers is for more than this machine; else null. */
export function warnOfExposure(config: Exposure): string | null {
  const exposure = exposureOf(config);
  if (config.mode === 'production' || exposure === null) return null;
  return (
    `Others can reach this server (${exposure}), but it is not set up for strangers (NODE_ENV is ${config.mode}). ` +
    'On the internet, set NODE_ENV to production.'
  );
}

/** The variable by which the server is for more than this machine; null where there is none. */
function exposureOf({ host, publicUrl }: Exposure): string | null {
  if (!isLoopback(host)) return `HOST is ${host}`;
  return publicUrl === null || isLoopback(new URL(publicUrl).hostname) ? null : `PUBLIC_URL is ${publicUrl}`;
}
