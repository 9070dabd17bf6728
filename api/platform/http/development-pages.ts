import type { RequestHandler } from 'express';
import { bearerTokenOf, isSameSecret } from './bearer-token.ts';

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
