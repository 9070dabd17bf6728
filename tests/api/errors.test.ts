import { afterEach, describe, expect, test } from 'vitest';
import { loadSite } from '../../api/platform/site/load.ts';
import { runApp, type RunningApp } from '../harness/app.ts';
import { makeSmallSite } from '../harness/small-site.ts';

let app: RunningApp | undefined;
afterEach(() => app?.close());

describe('an address of the API where there is nothing', () => {
  test.each(['/api', '/api/', '/api/v1/nowhere/', '/api/health/', '/api/%E0%A4%A', '/api/x.js'])(
    'answers with a problem: %s',
    async (path) => {
      app = await runApp();
      const { status, headers, text } = await app.ask(path);
      expect(status).toBe(404);
      expect(headers['content-type']).toMatch(/^application\/problem\+json\b/);
      expect(headers['cache-control']).toBe('no-store');
      expect(JSON.parse(text)).toEqual({
        status: 404,
        title: 'Not found',
        detail: 'There’s nothing at this address.',
        code: 'not_found',
      });
    },
  );

  test('says so in the caller’s locale', async () => {
    app = await runApp();
    const { text } = await app.ask('/api/nowhere', { method: 'POST', headers: { cookie: 'locale=es' } });
    expect(JSON.parse(text)).toMatchObject({ detail: 'No hay nada en esta dirección.', code: 'not_found' });
  });

  test('is not mistaken for a page that only begins like it', async () => {
    app = await runApp();
    expect((await app.ask('/apiary')).headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

describe('health', () => {
  test('is live as long as the process answers, and ready only between its start and its stop', async () => {
    app = await runApp();
    for (const [state, status] of [
      ['starting', 503],
      ['ready', 200],
      ['stopping', 503],
    ] as const) {
      app.readiness.state = state;
      expect((await app.ask('/api/health/live/')).status).toBe(200);
      expect((await app.ask('/api/health/ready/')).status).toBe(status);
      expect((await app.ask('/api/health/ready')).status).toBe(status);
    }
    expect(JSON.parse((await app.ask('/api/health/ready/')).text)).toMatchObject({ code: 'not_ready' });
  });

  test('is not ready without its database', async () => {
    app = await runApp({ isDatabaseThere: () => Promise.resolve(false) });
    const { status, text } = await app.ask('/api/health/ready/');
    expect([status, JSON.parse(text)]).toMatchObject([503, { code: 'unavailable' }]);
    expect((await app.ask('/api/health/live/')).status).toBe(200);
  });

  test('is never cached and only read', async () => {
    app = await runApp();
    expect((await app.ask('/api/health/ready/')).headers['cache-control']).toBe('no-store');
    const { status, headers } = await app.ask('/api/health/live/', { method: 'POST' });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
    expect((await app.ask('/api/health/live/', { method: 'HEAD' })).status).toBe(200);
  });
});

describe('a failure inside', () => {
  const failing = {
    get state(): never {
      throw new Error('secret of the database');
    },
  };

  test('is logged, and the caller of the API learns nothing of the inside', async () => {
    app = await runApp({ readiness: failing });
    const { status, headers, text } = await app.ask('/api/health/ready/?token=abc', {
      headers: { cookie: 'locale=es' },
    });
    expect(status).toBe(500);
    expect(headers['content-type']).toMatch(/^application\/problem\+json\b/);
    expect(JSON.parse(text)).toEqual({
      status: 500,
      title: 'Internal error',
      detail: 'Algo ha salido mal. Inténtalo de nuevo.',
      code: 'internal',
    });
    expect(app.logged).toEqual([
      { event: 'request_failed', context: { method: 'GET', route: '/health/ready/', requestId: expect.any(String) } },
    ]);
  });

  test('on a page is one sentence, and the log holds nothing of the address but its beginning', async () => {
    const site = await loadSite(makeSmallSite());
    app = await runApp({ site: { ...site, notFound: new Map() } });
    const { status, headers, text } = await app.ask('/verify/7/one-time-token?email=a@b.example');
    expect(status).toBe(500);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toBe('Something went wrong. Please try again.');
    expect(app.logged).toEqual([{ event: 'page_failed', context: { method: 'GET', area: '/verify' } }]);
  });
});
