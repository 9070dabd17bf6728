import { UserFacingError } from '../errors.ts';
import { noteServerTime } from './server-time.ts';
import type { Site } from '../site.ts';

/** A call of the API as it goes over the wire. */
export interface ApiRequest {
  readonly method: string;
  /** Below `/api`, with its parameters in braces. */
  readonly path: string;
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** Sends a request, as the user of this token where there is one. Rejects only where no answer came. */
export type Transport = (request: ApiRequest, accessToken?: string) => Promise<Response>;

interface Dependencies {
  /** Asked at each request; may throw. */
  readonly baseUrl: () => string;
  /** The language on the screen: the API answers in it. */
  readonly locale: () => string;
  readonly fetch: typeof fetch;
}

/** The only place that calls the API by `fetch`. It sets no time-out (specification, section 9). */
export function createTransport({ baseUrl, locale, fetch }: Dependencies): Transport {
  return async ({ method, path, params = {}, body }, accessToken) => {
    const url = `${baseUrl()}/api${fillIn(path, params)}`;
    const headers = {
      Accept: 'application/json',
      'Accept-Language': locale(),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(accessToken !== undefined && { Authorization: `Bearer ${accessToken}` }),
    };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    try {
      const response = await fetch(url, { method, headers, credentials: 'include', ...content });
      noteServerTime(response);
      return response;
    } catch (error) {
      throw new UserFacingError('errors.offline', `${method} ${url} got no answer.`, { cause: error });
    }
  };
}

function fillIn(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

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
  const error = new UserFacingError(
    'errors.try_again_or_contact',
    `No API is known for ${hostname}: name it in content/hosts.yaml.`,
  );
  reportError(error);
  throw error;
}
