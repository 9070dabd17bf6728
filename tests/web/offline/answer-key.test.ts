import { describe, expect, test } from 'vitest';
import { answerKey, maxItems, outdatedKeys } from '../../../web/worker/answers.ts';

const key = (path: string) => answerKey(new URL(path, 'https://example.com'));

describe('what is kept of the API', () => {
  test.each([
    ['/api/v1/users/me/', '/api/v1/users/me/'],
    ['/api/v1/dashboard/?day=2026-11-21', '/api/v1/dashboard/'],
    ['/api/v1/content/', '/api/v1/content/'],
    ['/api/v1/content/?page=1', '/api/v1/content/'],
    ['/api/v1/content/?page=2', '/api/v1/content/?page=2'],
    ['/api/v1/content/?search=deep+sleep', '/api/v1/content/?search=deep+sleep'],
    ['/api/v1/content/sinking-slowly/', '/api/v1/content/sinking-slowly/'],
  ])('the answer to %s', (path, kept) => {
    expect(key(path)).toBe(kept);
  });

  test.each([
    '/api/v1/users/me/data/',
    '/api/v1/content/sinking-slowly/start/',
    '/api/v1/content/sinking-slowly/audio/abc/',
    '/api/v1/payments/',
    '/api/v1/auth/refresh-token/',
    '/cabinet/sessions',
  ])('nothing of %s', (path) => {
    expect(key(path)).toBeNull();
  });
});

describe('what goes when something is added', () => {
  test('is the search before this one, and not the beginning of the list', () => {
    const keys = ['/api/v1/content/', '/api/v1/content/?page=2', '/api/v1/content/calm/', '/api/v1/content/?page=3'];
    expect(outdatedKeys('/api/v1/content/?page=3', keys)).toEqual(['/api/v1/content/?page=2']);
  });

  test('is the oldest of too many sessions, and nothing else', () => {
    const ones = Array.from({ length: maxItems + 1 }, (_, index) => `/api/v1/content/session-${index}/`);
    const keys = ['/api/v1/users/me/', '/api/v1/content/', '/api/v1/content/?page=2', ...ones];
    expect(outdatedKeys(ones.at(-1)!, keys)).toEqual(['/api/v1/content/session-0/']);
  });
});
