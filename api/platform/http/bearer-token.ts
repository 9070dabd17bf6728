import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The token of an `Authorization: Bearer` header (RFC 6750); null where there is none. */
export function bearerTokenOf(request: IncomingMessage): string | null {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** Takes the same time wherever the first difference is. */
export function isSameSecret(received: string | null, expected: string): boolean {
  const [one, other] = [received ?? '', expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one!, other!);
}
