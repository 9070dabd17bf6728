import jsonwebtoken from 'jsonwebtoken';
import { randomUUID, type KeyObject } from 'node:crypto';

/** Whose session an access token is for. */
export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
}

/** The format of the claims. Raised when they change: tokens of another one have to be refreshed. */
const formatVersion = 1;

const lifetimeSeconds = 15 * 60;

const { sign, verify } = jsonwebtoken;

/** Makes an access token: a JWT that is good for 15 minutes. No two are alike, so that a client sees that it has a new one. */
export function issueAccessToken(key: KeyObject, { userId, sessionId }: AccessClaims): string {
  const claims = { sub: userId, sid: sessionId, v: formatVersion };
  return sign(claims, key, { algorithm: 'HS256', expiresIn: lifetimeSeconds, jwtid: randomUUID() });
}

/**
 * The claims of an authentic token; `outdated` for one of another format; null for any other text and for a token that
 * has expired, unless expired ones are asked for.
 */
export function readAccessToken(
  key: KeyObject,
  token: string,
  { acceptExpired = false }: { readonly acceptExpired?: boolean } = {},
): AccessClaims | 'outdated' | null {
  const claims = verifyToken(key, token, acceptExpired);
  if (typeof claims !== 'object' || claims === null) return null;
  if (claims['v'] !== formatVersion) return 'outdated';
  const { sub, sid } = claims as { sub?: unknown; sid?: unknown };
  return typeof sub === 'string' && typeof sid === 'string' ? { userId: sub, sessionId: sid } : null;
}

function verifyToken(
  key: KeyObject,
  token: string,
  ignoreExpiration: boolean,
): jsonwebtoken.JwtPayload | string | null {
  try {
    return verify(token, key, { algorithms: ['HS256'], ignoreExpiration });
  } catch {
    // Key and options are ours, so it is the token that is at fault; what is no JWT at all fails in many ways.
    return null;
  }
}
