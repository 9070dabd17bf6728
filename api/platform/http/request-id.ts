import { randomUUID } from 'node:crypto';

/** The header that requests may bring an id in, and that every answer of the API has. */
export const requestIdHeader = 'X-Request-Id';

/** The id that a proxy or client gave the request, if it is a harmless one, else a new one. */
export function chooseRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{8,64}$/.test(given) ? given : randomUUID();
}
