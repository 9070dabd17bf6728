import { createHash, createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';

/**
 * What a refresh token says: `<session>.<rotation>.<secret>.<seal>`. The seal is made with the server's key over the
 * rest; of the secret, which stays the same through all rotations, the database has the SHA-256. So neither the key
 * alone nor the database alone is enough to forge one, and a token is checked before the database is asked.
 */
export interface RefreshToken {
  readonly sessionId: string;
  /** How often the token had been exchanged when this one was made. */
  readonly rotation: number;
  /** 256 random bits, base64url. */
  readonly secret: string;
}

/** The first token of a new session. */
export function makeRefreshToken(sessionId: string): RefreshToken {
  return { sessionId, rotation: 0, secret: randomBytes(32).toString('base64url') };
}

/** The token that this one is exchanged for: always the same one. */
export function successorOf(token: RefreshToken): RefreshToken {
  return { ...token, rotation: token.rotation + 1 };
}

/** The token as it is sent. */
export function sealRefreshToken(key: KeyObject, token: RefreshToken): string {
  const content = contentOf(token);
  return `${content}.${sealOf(key, content).toString('base64url')}`;
}

/** Reads a token that was made with this key; null for any other text. */
export function openRefreshToken(key: KeyObject, text: string): RefreshToken | null {
  const [, content, sessionId, rotation, secret, seal] = pattern.exec(text) ?? [];
  if (!content || !sessionId || !rotation || !secret || !seal) return null;
  if (!timingSafeEqual(Buffer.from(seal, 'base64url'), sealOf(key, content))) return null;
  return { sessionId, rotation: Number(rotation), secret };
}

/** What the database keeps of a session's secret. */
export function hashOfSecret({ secret }: RefreshToken): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The lengths are fixed: 43 characters of base64url are 32 bytes, and nine digits fit into the database's integer. */
const pattern = /^(([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d{1,9})\.([\w-]{43}))\.([\w-]{43})$/;

function contentOf({ sessionId, rotation, secret }: RefreshToken): string {
  return `${sessionId}.${rotation}.${secret}`;
}

function sealOf(key: KeyObject, content: string): Buffer {
  return createHmac('sha256', key).update(content).digest();
}
