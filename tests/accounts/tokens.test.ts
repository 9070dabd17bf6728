import jsonwebtoken from 'jsonwebtoken';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  hashOfSecret,
  issueAccessToken,
  makeRefreshToken,
  openRefreshToken,
  readAccessToken,
  sealRefreshToken,
  successorOf,
} from '../../api/accounts/tokens.ts';
import { createKeys } from '../../api/platform/keys.ts';
import { anyCharacter } from '../harness/any-character.ts';

const keys = createKeys('a secret of at least thirty-two characters');
const otherKeys = createKeys('another secret, also of thirty-two characters');

test('keys depend on the secret and on the purpose, and on nothing else', () => {
  const again = createKeys('a secret of at least thirty-two characters');
  expect(again.accessToken[0].equals(keys.accessToken[0])).toBe(true);
  const all = [...Object.values(keys), ...Object.values(otherKeys)].map(([key]) => key.export().toString('hex'));
  expect(new Set(all).size).toBe(all.length);
  expect(keys.accessToken[0].symmetricKeySize).toBe(32);
});

describe('an access token', () => {
  const claims = { userId: randomUUID(), loginId: randomUUID() };
  const key = keys.accessToken;
  afterEach(() => vi.useRealTimers());

  test('is never the same as another one, not even within a second', () => {
    vi.useFakeTimers();
    expect(issueAccessToken(key, claims)).not.toBe(issueAccessToken(key, claims));
  });

  test('says whose session it is for, for 15 minutes', () => {
    vi.useFakeTimers();
    const token = issueAccessToken(key, claims);
    vi.advanceTimersByTime(15 * 60_000 - 1_000);
    expect(readAccessToken(key, token)).toEqual(claims);
    vi.advanceTimersByTime(1_000);
    expect(readAccessToken(key, token)).toBeNull();
    expect(readAccessToken(key, token, { acceptExpired: true })).toEqual(claims);
  });

  test('of another key, of another algorithm or without a signature says nothing', () => {
    const payload = { sub: claims.userId, sid: claims.loginId, v: 1 };
    const forged = [
      issueAccessToken(otherKeys.accessToken, claims),
      jsonwebtoken.sign(payload, key[0], { algorithm: 'HS512' }),
      jsonwebtoken.sign(payload, '', { algorithm: 'none' }),
      issueAccessToken(key, claims).split('.').slice(0, 2).join('.') + '.',
    ];
    expect(forged.map((token) => readAccessToken(key, token))).toEqual([null, null, null, null]);
  });

  test('of another format is outdated only if it is authentic and has not expired', () => {
    const payload = { sub: claims.userId, sid: claims.loginId, v: 0 };
    expect(readAccessToken(key, jsonwebtoken.sign(payload, key[0]))).toBe('outdated');
    expect(readAccessToken(key, jsonwebtoken.sign(payload, otherKeys.accessToken[0]))).toBeNull();
    expect(readAccessToken(key, jsonwebtoken.sign(payload, key[0], { expiresIn: -1 }))).toBeNull();
  });

  test('that is authentic and no object says nothing', () => {
    expect(readAccessToken(key, jsonwebtoken.sign('a text', key[0]))).toBeNull();
  });

  test('that is any other text says nothing', () => {
    const part = fc.oneof(
      fc.base64String(),
      fc.json().map((json) => Buffer.from(json).toString('base64url')),
    );
    const tokens = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.tuple(part, part, part).map((parts) => parts.join('.')),
    );
    fc.assert(fc.property(tokens, (token) => readAccessToken(key, token) === null));
  });
});

describe('a refresh token', () => {
  const key = keys.refreshToken;
  const token = makeRefreshToken(randomUUID());

  test('can be read with the key that sealed it, and with no other', () => {
    const text = sealRefreshToken(key, token);
    expect(openRefreshToken(key, text)).toEqual(token);
    expect(openRefreshToken(otherKeys.refreshToken, text)).toBeNull();
    expect(openRefreshToken(keys.accessToken, text)).toBeNull();
  });

  test('has one successor, which differs in its number only', () => {
    const successor = successorOf(token);
    expect(successor).toEqual({ ...token, rotation: 1 });
    expect(sealRefreshToken(key, successor)).toBe(sealRefreshToken(key, successorOf(token)));
    expect(hashOfSecret(successor)).toEqual(hashOfSecret(token));
  });

  test('of two sessions has two secrets', () => {
    expect(makeRefreshToken(token.loginId).secret).not.toBe(token.secret);
  });

  test('is refused once any character of it is changed', () => {
    const text = sealRefreshToken(key, token);
    // The last character of 43 also holds two bits that mean nothing.
    for (let at = 0; at < text.length - 1; at += 1) {
      const changed = text.slice(0, at) + (text[at] === '7' ? '8' : '7') + text.slice(at + 1);
      expect(openRefreshToken(key, changed)).toBeNull();
    }
  });

  test('that is any other text is refused', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => openRefreshToken(key, text) === null));
  });
});
