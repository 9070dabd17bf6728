import { describe, expect, onTestFinished, test } from 'vitest';
import { createUnsubscribeRedirect } from '../../api/emails/unsubscribe.ts';
import { calls } from '../../schemas/api/index.ts';
import { runApp } from '../harness/app.ts';
import { as, authenticate, good, user, startSampleCalls, withJson } from './sample-calls.ts';

const sample = startSampleCalls();
const capitals = (text: string) => text.toUpperCase();

describe('a call', () => {
  test('is answered as JSON, with or without the slash at its end', async () => {
    for (const path of ['/auth/login/', '/auth/login']) {
      const { status, headers, json } = await sample.call(path, withJson(good));
      expect([status, json]).toEqual([200, { accessToken: 'a', refreshToken: 'r' }]);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['etag']).toBeUndefined();
    }
  });

  test('that takes no body ignores what comes', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '26' };
    const options = { method: 'POST', headers: form, body: 'List-Unsubscribe=One-Click' };
    expect(await sample.call('/emails/unsubscribe/7/', options)).toMatchObject({ status: 204, text: '' });
  });

  test('by another method is refused with those that there are', async () => {
    const { status, headers, json } = await sample.call('/users/me/', { method: 'DELETE' });
    expect([status, headers['allow'], json?.['code']]).toEqual([405, 'GET, HEAD, PATCH', 'method_not_allowed']);
  });
});

describe('OPTIONS', () => {
  const everyCall = Object.fromEntries(calls.map(({ id }) => [id, async () => undefined]));
  const places = new Map<string, string[]>([
    ['/health/live/', ['GET']],
    ['/health/ready/', ['GET']],
    ['/openapi.json', ['GET']],
  ]);
  for (const { method, path } of calls) places.set(path, [...(places.get(path) ?? []), method]);

  test.each([[[]], [['https://app.example']]])(
    'names the methods of its call, with %j allowed',
    async (corsOrigins) => {
      const redirects = createUnsubscribeRedirect(null);
      const app = await runApp({ endpoints: everyCall, authenticate, corsOrigins, redirects });
      onTestFinished(() => app.close());
      for (const [path, methods] of places) {
        const { status, headers, text } = await app.ask(`/api${path.replaceAll(/[{}]/g, '')}`, { method: 'OPTIONS' });
        const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
        expect([path, status, headers.allow, text]).toEqual([path, 204, allow, '']);
      }
    },
  );

  test('of a place in other letters is 404: what a proxy denies is reached by no other writing', async () => {
    const redirects = createUnsubscribeRedirect(null);
    const app = await runApp({ endpoints: everyCall, authenticate, redirects });
    onTestFinished(() => app.close());
    const names = [...places.keys(), '/metrics/'].map((path) => path.replaceAll(/[{}]/g, ''));
    const others = names.flatMap((name) => [`/API${name}`, `/api${name.replace(/[a-z]+/, capitals)}`]);
    const statuses = others.map(async (path) => [path, (await app.ask(path, { method: 'OPTIONS' })).status]);
    expect(await Promise.all(statuses)).toEqual(others.map((path) => [path, 404]));
  });

  test('of a place that does not exist is 404', async () => {
    expect((await sample.call('/nowhere/', { method: 'OPTIONS' })).status).toBe(404);
  });
});

describe('a call of a member', () => {
  test('is answered only with a token', async () => {
    expect(await sample.call('/users/me/', as('good'))).toMatchObject({ status: 200, json: user });
    for (const options of [{}, as('bad'), { headers: { authorization: 'Basic YTpi' } }]) {
      const { status, headers } = await sample.call('/users/me/', options);
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
    }
  });

  test('with a token of an earlier format is refused in the words that clients compare, in any language', async () => {
    const { headers } = as('old');
    const { status, json } = await sample.call('/users/me/', { headers: { ...headers, 'accept-language': 'es' } });
    expect([status, json?.['detail']]).toEqual([403, 'Refresh your tokens and try again.']);
  });

  test('needs something to change', async () => {
    const { json } = await sample.call('/users/me/', { ...withJson({}, as('good').headers), method: 'PATCH' });
    expect(json?.['errors']).toMatchObject([{ field: '', code: 'required' }]);
  });
});

describe('a failure', () => {
  const signUp = {
    email: 'a@b.co',
    password: 'abcdef1',
    agreements: { terms: true, privacy: true, cancelAnytime: true },
  };

  test('inside is 500 and reveals nothing', async () => {
    const { status, text } = await sample.call('/auth/signup/', withJson(signUp));
    expect(status).toBe(500);
    expect(text).not.toMatch(/hunter2|someone/);
    expect(sample.app.logged).toMatchObject([{ event: 'request_failed', context: { route: '/v1/auth/signup/' } }]);
  });

  test('of the database is 503, to be tried again', async () => {
    const { status, headers } = await sample.call('/auth/verify/1/2/', { method: 'POST' });
    expect([status, headers['retry-after']]).toEqual([503, '2']);
    expect(sample.app.logged).toMatchObject([{ event: 'request_unavailable', context: { reason: 'ECONNREFUSED' } }]);
  });

  test('to keep a rate limit says in whole seconds when to come back', async () => {
    const { status, headers } = await sample.call('/auth/reset/start/', withJson({ email: 'a@b.co' }));
    expect([status, headers['retry-after']]).toEqual([429, '13']);
  });
});
