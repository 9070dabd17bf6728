import type { Site } from '../site.ts';
import { WordedError } from './worded-error.ts';

const ownMachine = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The address that `/api` is below, without a slash at its end; empty for the site's own. Throws where the hostname is
 * unknown (specification, sections 7 and 8): a copy of the site must not send passwords to anyone by mistake. Callers may
 * handle the error, so it is reported to the console too.
 */
export function apiBase(hostname: string, hosts: Site['hosts']): string {
  if (ownMachine.includes(hostname)) return '';
  const base = Object.hasOwn(hosts, hostname) ? hosts[hostname] : undefined;
  if (base !== undefined) return base;
  const error = new WordedError(
    'errors.try_again_or_contact',
    `No API is known for ${hostname}: name it in content/hosts.yaml.`,
  );
  reportError(error);
  throw error;
}
