import { afterEach, describe, expect, test } from 'vitest';
import { runApp, type RunningApp } from '../harness/app.ts';

let app: RunningApp | undefined;
afterEach(() => app?.close());

const quiz = '/daily-emotional-reset';
const https = { 'x-forwarded-proto': 'https' };

function directivesOf(policy: unknown): Record<string, string> {
  return Object.fromEntries(
    String(policy)
      .split(';')
      .map((directive) => directive.trim().split(/ (.*)/, 2)),
  ) as Record<string, string>;
}

describe('the security policy', () => {
  test('of a page allows its own inline script and style by their hashes, and nothing from elsewhere', async () => {
    app = await runApp();
    const { headers } = await app.ask(quiz, { headers: { cookie: 'locale=es' } });
    expect(directivesOf(headers['content-security-policy'])).toEqual({
      'default-src': "'self'",
      'script-src': "'self' 'sha256-scriptOfes='",
      'style-src': "'self' 'sha256-styleOfes='",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'media-src': "'self' https://api.example.com",
      'connect-src': "'self' https://api.example.com",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
  });

  test('is never loosened: no inline code, no upgrade of plain http, for any kind of answer', async () => {
    app = await runApp({ production: true });
    for (const path of [quiz, '/assets/main-1a2b3c.js', '/', '/login/', '/nowhere', '/gone.js', '/api/nowhere']) {
      const policy = String((await app.ask(path, { headers: https })).headers['content-security-policy']);
      expect(policy).toMatch(/frame-ancestors 'none'/);
      expect(policy).not.toMatch(/unsafe|upgrade-insecure|\*/);
    }
  });

  test('of data allows nothing at all', async () => {
    app = await runApp();
    const { headers } = await app.ask('/api/health/live/');
    expect(directivesOf(headers['content-security-policy'])['default-src']).toBe("'none'");
  });
});

describe('every answer', () => {
  test.each([quiz, '/assets/main-1a2b3c.js', '/', '/nowhere', '/gone.js', '/api/health/live/', '/api/nowhere'])(
    'carries the security headers: %s',
    async (path) => {
      app = await runApp();
      const { headers } = await app.ask(path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      // A quiz is on the screen sooner without it.
      expect(headers['cross-origin-opener-policy']).toBe(path === quiz ? undefined : 'same-origin');
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['referrer-policy']).toBe(
        path.startsWith('/api') ? 'no-referrer' : 'strict-origin-when-cross-origin',
      );
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['server']).toBeUndefined();
    },
  );

  test('also carries them when the method is refused or the browser has the page', async () => {
    app = await runApp();
    const etag = (await app.ask(quiz)).headers['etag'] ?? '';
    const answers = [
      await app.ask(quiz, { method: 'POST' }),
      await app.ask(quiz, { headers: { 'if-none-match': etag } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([405, 304]);
    for (const { headers } of answers) expect(headers['content-security-policy']).toContain("default-src 'self'");
  });
});

test('A page whose address holds a token sends no referrer', async () => {
  app = await runApp();
  expect((await app.ask('/reset-password/7/token')).headers['referrer-policy']).toBe('no-referrer');
});

describe('Strict-Transport-Security', () => {
  const paths = [quiz, '/', '/nowhere', '/gone.js', '/api/nowhere', '/assets/main-1a2b3c.js'];

  test('is sent in production to those who came by https', async () => {
    app = await runApp({ production: true });
    for (const path of paths) {
      const { headers } = await app.ask(path, { headers: https });
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
    }
  });

  test('is not sent over http, outside production, or on the word of a proxy that is not trusted', async () => {
    const others = [
      { overrides: { production: true }, headers: {} },
      { overrides: { production: false }, headers: https },
      { overrides: { production: true, trustProxy: false as const }, headers: https },
    ];
    for (const { overrides, headers } of others) {
      app = await runApp(overrides);
      for (const path of paths) {
        const answer = await app.ask(path, { headers });
        expect(answer.headers['strict-transport-security']).toBeUndefined();
      }
      await app.close();
    }
  });
});
