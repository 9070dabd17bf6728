import jsonwebtoken from 'jsonwebtoken';
import { createHash, createHmac, type KeyObject, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../platform/keys.ts';

/** Whose session an access token is for. */
interface AccessClaims {
  readonly userId: string;
  readonly loginId: string;
}

/** The format of the claims. Raised when they change: tokens of another one have to be refreshed. */
const formatVersion = 1;

const lifetimeSeconds = 15 * 60;

const { sign, verify } = jsonwebtoken;

/** Makes an access token: a JWT that is good for 15 minutes. No two are alike, so that a client sees that it has a new one. */
export function issueAccessToken([key]: KeyRing, { userId, loginId }: AccessClaims): string {
  const claims = { sub: userId, sid: loginId, v: formatVersion };
  return sign(claims, key, { algorithm: 'HS256', expiresIn: lifetimeSeconds, jwtid: randomUUID() });
}

/** The claims in the payload of an authentic token; `outdated` for one of another format; null for anything else. */
export function accessClaimsOf(payload: unknown): AccessClaims | 'outdated' | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { sub, sid, v } = payload as { sub?: unknown; sid?: unknown; v?: unknown };
  if (v !== formatVersion) return 'outdated';
  return typeof sub === 'string' && typeof sid === 'string' ? { userId: sub, loginId: sid } : null;
}

/**
 * Reads an access token that is not the bearer of a call: null for what is not authentic, and for a token that has
 * expired unless expired ones are accepted.
 */
export function readAccessToken(
  keys: KeyRing,
  token: string,
  { acceptExpired = false }: { readonly acceptExpired?: boolean } = {},
): AccessClaims | 'outdated' | null {
  try {
    const key = keyOfAccessToken(keys, token);
    return accessClaimsOf(verify(token, key, { algorithms: ['HS256'], ignoreExpiration: acceptExpired }));
  } catch {
    // Key and options are ours, so it is the token that is at fault; what is no JWT at all fails in many ways.
    return null;
  }
}

/** The key that the token was signed with; the first one where it was none of them. */
export function keyOfAccessToken(keys: KeyRing, token: string): KeyObject {
  // The usual case costs nothing.
  if (keys.length === 1) return keys[0];
  const end = token.lastIndexOf('.');
  const [content, signature] = [token.slice(0, end), Buffer.from(token.slice(end + 1), 'base64url')];
  return findKey(keys, content, signature) ?? keys[0];
}

/** The key by which this is the content's HMAC; undefined where there is none. */
function findKey(keys: KeyRing, content: string, seal: Buffer): KeyObject | undefined {
  return keys.find((key) => {
    const made = sealOf(key, content);
    return made.length === seal.length && timingSafeEqual(made, seal);
  });
}

/**
 * What a refresh token says: `<session>.<rotation>.<secret>.<seal>`. The seal is made with the server's key over the
 * rest; of the secret, which stays the same through all rotations, the database has the SHA-256. So neither the key
 * alone nor the database alone is enough to forge one, and a token is checked before the database is asked.
 */
export interface RefreshToken {
  readonly loginId: string;
  /** How often the token had been exchanged when this one was made. */
  readonly rotation: number;
  /** 256 random bits, base64url. */
  readonly secret: string;
}

/** The first token of a new session. */
export function makeRefreshToken(loginId: string): RefreshToken {
  return { loginId, rotation: 0, secret: randomBytes(32).toString('base64url') };
}

/** The token that this one is exchanged for: always the same one. */
export function successorOf(token: RefreshToken): RefreshToken {
  return { ...token, rotation: token.rotation + 1 };
}

/** The token as it is sent. */
export function sealRefreshToken([key]: KeyRing, token: RefreshToken): string {
  const content = contentOf(token);
  return `${content}.${sealOf(key, content).toString('base64url')}`;
}

/** Reads a token that was made with one of these keys; null for any other text. */
export function openRefreshToken(keys: KeyRing, text: string): RefreshToken | null {
  const [, content, loginId, rotation, secret, seal] = pattern.exec(text) ?? [];
  if (!content || !loginId || !rotation || !secret || !seal) return null;
  if (!findKey(keys, content, Buffer.from(seal, 'base64url'))) return null;
  return { loginId, rotation: Number(rotation), secret };
}

/** What the database keeps of a session's secret. */
export function hashOfSecret({ secret }: RefreshToken): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The lengths are fixed: 43 characters of base64url are 32 bytes, and nine digits fit into the database's integer. */
const pattern = /^(([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d{1,9})\.([\w-]{43}))\.([\w-]{43})$/;

function contentOf({ loginId, rotation, secret }: RefreshToken): string {
  return `${loginId}.${rotation}.${secret}`;
}

function sealOf(key: KeyObject, content: string): Buffer {
  return createHmac('sha256', key).update(content).digest();
}
