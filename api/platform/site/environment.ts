import type { Config } from '../config/config.ts';
import { isLoopback } from '../network.ts';
import { SiteError, type SiteManifest } from './manifest.ts';

/**
 * Throws a `SiteError` where `PUBLIC_URL` is at a hostname that the built site doesn't know: nobody could sign in there,
 * as its pages wouldn't know their API (specification, section 7).
 */
export function requireKnownHost({ hosts }: Pick<SiteManifest, 'hosts'>, publicUrl: string | null): void {
  if (publicUrl === null) return;
  const { hostname } = new URL(publicUrl);
  if (isLoopback(hostname) || Object.hasOwn(hosts, hostname)) return;
  throw new SiteError(
    `PUBLIC_URL is ${publicUrl}, but nobody could sign in there: the site was built without ${hostname}, so name it in ` +
      'content/hosts.yaml and build again: npm run build',
  );
}

/** A warning where pages at `PUBLIC_URL` call an API at another address that doesn't let them; else null. */
export function warnOfOrigins(
  { hosts }: Pick<SiteManifest, 'hosts'>,
  { publicUrl, corsOrigins }: Pick<Config, 'publicUrl' | 'corsOrigins'>,
): string | null {
  if (publicUrl === null) return null;
  const { hostname, origin } = new URL(publicUrl);
  const api = hosts[hostname] ?? '';
  if (api === '' || new URL(api).origin === origin || corsOrigins.includes(origin)) return null;
  return `Pages at ${origin} call ${api} (content/hosts.yaml), but CORS_ORIGINS doesn't name ${origin}: there nobody can sign in.`;
}
