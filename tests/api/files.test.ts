import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { runApp, type RunningApp } from '../harness/app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp();
});
afterAll(() => app.close());

const script = '/assets/main-1a2b3c.js';

describe('a file', () => {
  test('of the assets, whose name changes with its content, is cached for a year', async () => {
    const { status, headers } = await app.ask(script);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['vary']).toBe('Accept-Encoding');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('with a fixed name is cached for an hour', async () => {
    const { headers, text } = await app.ask('/robots.txt');
    expect(headers['cache-control']).toBe('public, max-age=3600');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toContain('Disallow');
  });

  test('that is the worker of the cabinet is looked at each time, and may call what pages may', async () => {
    const { headers } = await app.ask('/sw.js');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://api.example.com;");
  });

  test('is not sent again to a browser that has it', async () => {
    const { headers } = await app.ask(script);
    const again = await app.ask(script, { headers: { 'if-none-match': headers['etag'] ?? '' } });
    expect(again.status).toBe(304);
  });

  test('refuses to be written', async () => {
    const { status, headers } = await app.ask(script, { method: 'PUT' });
    expect(status).toBe(405);
    expect(headers['allow']).toBe('GET, HEAD');
  });

  test('that was not compressed is sent as it is', async () => {
    const { headers, body } = await app.ask('/assets/font-4d5e6f.woff2', { headers: { 'accept-encoding': 'br' } });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['content-type']).toBe('font/woff2');
    expect(body).toHaveLength(4);
  });
});

describe('the encoding', () => {
  const choices: [acceptEncoding: string | undefined, encoding: string | undefined][] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['BR', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['*', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0.1, identity;q=0.9', undefined],
    ['gzip;q=0, br;q=0', undefined],
    ['*;q=0', undefined],
    ['identity;q=0, deflate', undefined],
    ['deflate', undefined],
    ['br;q=nonsense', undefined],
    ['', undefined],
    [undefined, undefined],
  ];
  test.each(choices)('for Accept-Encoding %j is %j', async (acceptEncoding, encoding) => {
    const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
    const answer = await app.ask(script, { headers });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(decode(answer.body, encoding)).toContain('calm calm');
  });

  test('of the page of unknown addresses is chosen too', async () => {
    const { status, headers } = await app.ask('/nowhere', { headers: { 'accept-encoding': 'gzip' } });
    expect([status, headers['content-encoding']]).toEqual([404, 'gzip']);
  });
});

function decode(body: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString();
}
