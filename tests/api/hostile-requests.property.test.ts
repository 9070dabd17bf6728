import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runApp, type RunningApp } from '../harness/app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp({ production: true });
});
afterAll(() => app.close());

/** What may stand in a request line without ending it: everything but spaces, line ends and the like. */
const targetText = fc.string({ unit: fc.constantFrom(...'/?&=%#.:;,*[]()\\\'"<>{}|^~`@!$+-_aZ09éÿ'), maxLength: 60 });
const wellFormed = fc.webPath({ size: 'medium' });
const known = fc.constantFrom('/', '/login', '/login/', '/api/health/live/', '/reset-password/1/2', '/assets/x.js');
const path = fc.oneof(targetText, wellFormed, known).map((text) => `/${text.replace(/^\/(?!\/)/, '')}`);
const query = fc.oneof(fc.constant(''), targetText, fc.webQueryParameters()).map((text) => (text ? `?${text}` : ''));
const headerText = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 80 }),
  fc.string({
    unit: fc.constantFrom('locale', 'es', 'en', '=', ';', ' ', ',', '"', 'br', 'gzip', 'q', '0', '.', '%', '*', 'W/'),
  }),
);
const headerNames = [
  'cookie',
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'cache-control',
  'accept',
  'range',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'accept-language',
  'authorization',
  'referer',
];
const headers = fc.dictionary(
  fc.constantFrom(...headerNames),
  headerText.map((text) => text.replaceAll('\x7f', '')),
);
const method = fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND');

describe('whatever is asked', () => {
  test('is never answered by a failure, never sends anyone elsewhere, and always carries a security policy', async () => {
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(method, path, query, headers, async (method, path, query, headers) => {
        const raw = [`${method} ${path}${query} HTTP/1.1`, 'Host: x', 'Connection: close'];
        for (const [name, value] of Object.entries(headers)) raw.push(`${name}: ${value}`);
        const answer = await app.askRaw(Buffer.from(`${raw.join('\r\n')}\r\n\r\n`, 'latin1'));
        const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
        seen.add(status);
        expect(status).toBeGreaterThanOrEqual(200);
        expect(status).toBeLessThan(500);
        if (status !== 400) expect(answer).toMatch(/\r\nContent-Security-Policy: default-src/i);
        const location = /\r\nLocation: (.*)\r\n/i.exec(answer)?.[1];
        if (location !== undefined) expect(location).toMatch(/^\/(?![/\\])/);
      }),
      { numRuns: 1500 },
    );
    expect(app.logged).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining([200, 302, 404, 405]));
  });
});

describe('a request that is not one', () => {
  const requests: [what: string, bytes: string | Buffer, status: number][] = [
    ['garbage', 'hello\r\n\r\n', 400],
    ['no host', 'GET /login HTTP/1.1\r\n\r\n', 400],
    ['a version of HTTP from the future', 'GET /login HTTP/9.9\r\nHost: x\r\n\r\n', 400],
    ['a header without a name', 'GET /login HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400],
    ['a zero byte in a header', 'GET /login HTTP/1.1\r\nHost: x\r\nCookie: a\0b\r\n\r\n', 400],
    ['two lengths', 'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    [
      'an address that is too long',
      `POST /api/v1/auth/reset/finish/${'%C3%B1'.repeat(3_000)}/x/ HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
    ],
    ['headers that are too long', `GET /login HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['TLS on a plain port', Buffer.from('16030100a5010000a10303', 'hex'), 400],
    ['an expectation nobody knows', 'GET /login HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n', 417],
  ];
  test.each(requests)('is refused: %s', async (_what, bytes, status) => {
    expect(await app.askRaw(bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test('CONNECT is cut off', async () => {
    expect(await app.askRaw('CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: x\r\n\r\n')).toBe('');
  });

  test.each([
    ['GET http://elsewhere.example/login?a=1 HTTP/1.1\r\nHost: x\r\n\r\n', 200],
    ['GET http://elsewhere.example HTTP/1.1\r\nHost: x\r\n\r\n', 404],
    ['GET http://elsewhere.example/api/nowhere HTTP/1.1\r\nHost: x\r\n\r\n', 404],
    ['GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n', 404],
    ['OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', 404],
    ['GET /login HTTP/1.0\r\n\r\n', 200],
    ['GET /login HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n', 200],
  ])('an unusual one is answered all the same: %j', async (bytes, status) => {
    expect(await app.askRaw(bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test('A path of nothing but slashes takes no time', async () => {
    const started = performance.now();
    expect((await app.ask(`${'/'.repeat(15_000)}x/`)).status).toBe(404);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
