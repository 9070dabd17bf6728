import type { RequestHandler } from 'express';
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

/**
 * Lets those through who know the token: by the cookie that the link sets which the start prints (`?token=`), or, for
 * programs, as a bearer. Where a request comes from proves nothing, as a proxy on this machine brings those of strangers.
 */
export function requireDevelopmentToken(token: string): RequestHandler {
  return (request, response, next) => {
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    const { token: linked } = request.query;
    if (typeof linked === 'string' && isSameSecret(linked, token)) {
      response.cookie(cookieName, token, { httpOnly: true, sameSite: 'lax', path: request.baseUrl });
      response.redirect(303, request.baseUrl + request.path);
      return;
    }
    const received = bearerTokenOf(request) ?? cookiePattern.exec(request.headers.cookie ?? '')?.[1] ?? null;
    if (isSameSecret(received, token)) next();
    else response.status(403).type('text').send('Open this page by the link that the server printed at its start.\n');
  };
}

const cookieName = 'developmentToken';
const cookiePattern = /(?:^|;)[ \t]*developmentToken="?(\w+)/;
