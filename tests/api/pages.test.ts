import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runApp, type RunningApp } from '../harness/app.ts';
import { sentenceOf } from '../harness/small-site.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp();
});
afterAll(() => app.close());

const quiz = '/daily-emotional-reset';

describe('the locale of a page', () => {
  test('is English for a visitor of whom nothing is known', async () => {
    const { status, headers, text } = await app.ask(quiz);
    expect(status).toBe(200);
    expect(text).toContain(sentenceOf(quiz, 'en'));
    expect(headers['content-language']).toBe('en');
    expect(headers['set-cookie']).toBeUndefined();
  });

  test.each([
    'locale=es',
    'a=1; locale=es; b=2',
    'mylocale=en; locale="es"',
    '%E0%A4%A; locale=es',
    'locale=es; locale=en',
  ])('is Spanish by the cookie in %j', async (cookie) => {
    const { headers, text } = await app.ask(quiz, { headers: { cookie } });
    expect(text).toContain(sentenceOf(quiz, 'es'));
    expect(headers['content-language']).toBe('es');
  });

  test.each([
    'mylocale=es',
    'locale=fr',
    'locale=',
    'locale',
    '=;;=%',
    'locale=__proto__',
    'locale=%E0%A4%A',
    'locale=es,en',
    'locale="es,en"',
    'locale=es%2Cen',
    'locale=es en',
    'locale=["es"]',
    'locale="es',
  ])('is English when the cookie is %j', async (cookie) => {
    const { status, text } = await app.ask(quiz, { headers: { cookie } });
    expect(status).toBe(200);
    expect(text).toContain(sentenceOf(quiz, 'en'));
  });

  test('by the address wins over the cookie, and is saved for a year', async () => {
    const { headers, text } = await app.ask(`${quiz}?utm_source=x&locale=es`, { headers: { cookie: 'locale=en' } });
    expect(text).toContain(sentenceOf(quiz, 'es'));
    expect(headers['set-cookie']).toEqual(['locale=es; Path=/; Max-Age=31536000; SameSite=Lax']);
  });

  test('is saved in a secure cookie for a visitor who came by https, through a proxy that is trusted', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const { headers: answered } = await app.ask(`${quiz}?locale=es`, { headers });
    expect(answered['set-cookie']).toEqual(['locale=es; Path=/; Max-Age=31536000; SameSite=Lax; Secure']);
  });

  test.each(['locale=fr', 'locale=', 'locale=ES', 'locale=es&locale=es', 'locale[]=es', 'locale[0]=es', '%E0%A4%A'])(
    'is not changed nor saved by ?%s',
    async (query) => {
      const { headers, text } = await app.ask(`${quiz}?${query}`);
      expect(text).toContain(sentenceOf(quiz, 'en'));
      expect(headers['set-cookie']).toBeUndefined();
    },
  );
});

describe('a page', () => {
  test('is checked again at every visit, by itself and for each cookie and encoding', async () => {
    const { headers } = await app.ask(quiz);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['vary']).toBe('Cookie, Accept-Encoding');
    expect(headers['etag']).toMatch(/^"[\w-]{22}"$/);
  });

  test('is not sent again to a browser that has it', async () => {
    const first = await app.ask(quiz);
    const etag = first.headers['etag'] ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await app.ask(quiz, { headers: { 'if-none-match': known } });
      expect(again.status).toBe(304);
      expect(again.body).toHaveLength(0);
      expect(again.headers['etag']).toBe(etag);
      expect(again.headers['vary']).toBe('Cookie, Accept-Encoding');
      expect(again.headers['cache-control']).toBe('no-cache');
      expect(again.headers['content-type']).toBeUndefined();
    }
  });

  test('is sent again when the browser has it in another locale or encoding', async () => {
    const english = (await app.ask(quiz)).headers['etag'] ?? '';
    const others = [{ cookie: 'locale=es' }, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }];
    for (const other of others) {
      const { status, headers } = await app.ask(quiz, { headers: { ...other, 'if-none-match': english } });
      expect(status).toBe(200);
      expect(headers['etag']).not.toBe(english);
    }
  });

  test('still saves the locale when the browser has it already', async () => {
    const etag = (await app.ask(quiz, { headers: { cookie: 'locale=es' } })).headers['etag'] ?? '';
    const { status, headers } = await app.ask(`${quiz}?locale=es`, { headers: { 'if-none-match': etag } });
    expect(status).toBe(304);
    expect(headers['set-cookie']).toHaveLength(1);
  });

  test('with parameters in its address is found by any of them', async () => {
    const route = '/reset-password/:userId/:token';
    for (const path of ['/reset-password/7/abc.def', '/reset-password/7/%E0%A4%A', '/reset-password/a%2Fb/c']) {
      const { status, text } = await app.ask(path);
      expect(status).toBe(200);
      expect(text).toContain(sentenceOf(route, 'en'));
    }
  });

  test('is found when its address came with needless percent signs', async () => {
    expect((await app.ask('/daily%2Demotional-reset')).status).toBe(200);
  });

  test('answers HEAD as GET, without the body', async () => {
    const get = await app.ask(quiz);
    const head = await app.ask(quiz, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
    expect(head.headers['content-length']).toBe(String(get.body.length));
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
    'refuses %s and says what it takes',
    async (method) => {
      const { status, headers } = await app.ask(quiz, { method });
      expect(status).toBe(405);
      expect(headers['allow']).toBe('GET, HEAD');
    },
  );
});

describe('a redirect', () => {
  test('leads from the root to the first quiz, with the promo data', async () => {
    const { status, headers } = await app.ask('/?utm_source=mail&locale=es&name=Mar%C3%ADa+P');
    expect(status).toBe(302);
    expect(headers['location']).toBe('/daily-emotional-reset?utm_source=mail&locale=es&name=Mar%C3%ADa+P');
    expect((await app.ask('/?x=%E0%A4%A')).headers['location']).toMatch(/^\/daily-emotional-reset\?x=%E0%A4%/);
    expect((await app.ask('/')).headers['location']).toBe('/daily-emotional-reset');
  });

  test('leads from a page with a slash at its end to the page', async () => {
    const { status, headers } = await app.ask('/login/?a=1');
    expect(status).toBe(301);
    expect(headers['location']).toBe('/login?a=1');
    expect((await app.ask('/login///')).headers['location']).toBe('/login');
    expect((await app.ask('/reset-password/7/abc/')).headers['location']).toBe('/reset-password/7/abc');
    expect((await app.ask('/cabinet/')).headers['location']).toBe('/cabinet/sessions');
  });

  test.each(['//elsewhere.example/', '/\\elsewhere.example/', '//login/', '/%2F%2Felsewhere.example/', '//'])(
    'never leads elsewhere: %s',
    async (path) => {
      const { status, headers } = await app.ask(path);
      expect(headers['location'] ?? '/').toMatch(/^\/(?![/\\])/);
      expect([302, 404]).toContain(status);
    },
  );
});

describe('an address where there is nothing', () => {
  test.each([
    '/nowhere',
    '/nowhere/',
    '/reset-password/7',
    '/__proto__',
    '/constructor',
    '/%E0%A4%A',
    '/pages',
    '/stamp',
  ])('shows the page that says so: %s', async (path) => {
    const { status, headers, text } = await app.ask(path);
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain(sentenceOf('/not-found', 'en'));
  });

  test('shows it in the visitor’s locale, saves a locale that was asked for, and is never “not modified”', async () => {
    const { headers, text } = await app.ask('/nowhere', { headers: { cookie: 'locale=es' } });
    expect(text).toContain(sentenceOf('/not-found', 'es'));
    const again = await app.ask('/nowhere?locale=es', { headers: { 'if-none-match': headers['etag'] ?? '*' } });
    expect(again.status).toBe(404);
    expect(again.headers['set-cookie']).toHaveLength(1);
  });

  test.each([
    '/assets/gone-123.js',
    '/assets/',
    '/favicon.ico',
    '/wp-login.php',
    '/pages.json',
    '/catalog.json',
    '/recordings/spoken.mp3',
    '/pages/login.en.html',
  ])('says so in one line where a file was asked for: %s', async (path) => {
    const { status, headers, text } = await app.ask(path);
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toBe('Not found');
  });

  test.each([
    '/assets/main-1a2b3c.js.br',
    '/.vite/manifest.json',
    '/assets/../pages.json',
    '/assets/%2e%2e/pages.json',
  ])('hides what is only for the server: %s', async (path) => {
    expect((await app.ask(path)).status).toBe(404);
  });
});
