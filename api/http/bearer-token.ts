import type { IncomingMessage } from 'node:http';

/** The token of an `Authorization: Bearer` header (RFC 6750); null where there is none. */
export function bearerTokenOf(request: IncomingMessage): string | null {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
