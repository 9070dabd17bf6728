import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { issueAccessToken } from '../../../api/accounts/tokens.ts';
import { issueAudioUrl } from '../../../api/content/audio/address.ts';
import { readAudioPath, userOfBearer } from '../../../web/worker/read-token.ts';

const key = [createSecretKey(Buffer.alloc(32, 7))] as const;
const userId = '8c5cbf3e-11f2-4f0a-9c35-ffa6d0b1c2e3';
const loginId = '00000000-0000-4000-8000-000000000000';

describe('what the worker reads from what the server makes', () => {
  test('the user of an access token', () => {
    expect(userOfBearer(`Bearer ${issueAccessToken(key, { userId, loginId })}`)).toBe(userId);
  });

  test.each(['en', 'es'] as const)('session, user and language of an audio address in %s', (locale) => {
    const url = issueAudioUrl(key, { contentId: 'sinking-slowly', userId, loginId, locale, now: new Date(0) });
    expect(readAudioPath(url)).toEqual({ contentId: 'sinking-slowly', userId, language: locale });
  });
});

test.each([null, '', 'Bearer x', 'Bearer a.b.c', 'Bearer e30.e30.sig', 'Basic dXNlcjpwYXNz'])(
  'there is no user in %s',
  (header) => {
    expect(userOfBearer(header)).toBeNull();
  },
);

test.each(['/api/v1/content/calm/audio/', '/api/v1/content/calm/audio/AAAA/', '/api/v1/content/calm/', '/audio/AQAA/'])(
  '%s is no audio address that the worker knows',
  (path) => {
    expect(readAudioPath(path)).toBeNull();
  },
);
