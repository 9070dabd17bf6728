import { afterEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../api/http/api-error.ts';
import { endpoint, type Endpoint } from '../../api/http/handler.ts';
import { login, signup, startReset, verifyEmail } from '../../schemas/api/auth.ts';
import { unsubscribe } from '../../schemas/api/emails.ts';
import { me, updateMe } from '../../schemas/api/users.ts';
import type { User } from '../../schemas/api/values.ts';
import { runApp, type AskOptions, type RunningApp } from './running-app.ts';

let app: RunningApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const user: User = {
  id: '00000000-0000-4000-8000-000000000001',
  email: 'ana@example.com',
  firstName: 'Ana',
  language: 'es',
  emailVerified: true,
  accessTo: null,
  topic: null,
  emailSubscribed: true,
  unsubscribeId: 'u',
};

const endpoints: readonly Endpoint[] = [
  endpoint(login, async () => ({ accessToken: 'a', refreshToken: 'r' })),
  endpoint(signup, async () => {
    throw new Error('the password is hunter2 of someone@example.com');
  }),
  endpoint(startReset, async () => {
    throw new ApiError('too_many_requests', { retryAfterSeconds: 12.3 });
  }),
  endpoint(verifyEmail, async () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  }),
  endpoint(unsubscribe, async () => undefined),
  endpoint(me, async ({ user }) => user.user),
  endpoint(updateMe, async ({ user, body }) => ({ ...user.user, ...body })),
];

const authenticate = async (token: string) => {
  if (token === 'old') throw new ApiError('tokens_outdated');
  if (token !== 'good') throw new ApiError('not_signed_in');
  return { user, sessionId: 's' };
};

async function call(path: string, options: AskOptions = {}) {
  app ??= await runApp({ endpoints, authenticate });
  const answer = await app.ask(`/api/v1${path}`, options);
  return { ...answer, json: answer.text === '' ? null : (JSON.parse(answer.text) as Record<string, unknown>) };
}

function withJson(body: unknown, headers: Record<string, string> = {}): AskOptions {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  return {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
  };
}

const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

const good = { email: 'ana@example.com', password: 'secret' };

describe('a call', () => {
  test('is answered as JSON, with or without the slash at its end', async () => {
    for (const path of ['/auth/login/', '/auth/login']) {
      const { status, headers, json } = await call(path, withJson(good));
      expect([status, json]).toEqual([200, { accessToken: 'a', refreshToken: 'r' }]);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['etag']).toBeUndefined();
    }
  });

  test('that takes no body ignores what comes', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '26' };
    const options = { method: 'POST', headers: form, body: 'List-Unsubscribe=One-Click' };
    expect(await call('/emails/unsubscribe/7/', options)).toMatchObject({ status: 204, text: '' });
  });

  test('by another method is refused with those that there are', async () => {
    const { status, headers, json } = await call('/users/me/', { method: 'DELETE' });
    expect([status, headers['allow'], json?.['code']]).toEqual([405, 'GET, HEAD, PATCH', 'method_not_allowed']);
  });
});

describe('a body', () => {
  const refusals: [what: string, options: AskOptions, status: number, code: string][] = [
    ['that is not JSON', withJson('{"email":'), 400, 'bad_request'],
    ['of another type', withJson(good, { 'content-type': 'text/plain' }), 415, 'unsupported_media_type'],
    ['that is compressed', withJson(good, { 'content-encoding': 'gzip' }), 415, 'unsupported_media_type'],
    ['of more than 64 kB', withJson({ email: 'a'.repeat(66_000) }), 413, 'too_large'],
    ['that is empty', withJson(''), 400, 'invalid_fields'],
    ['of no type', { method: 'POST' }, 415, 'unsupported_media_type'],
    ['deeper than any recursion', withJson('['.repeat(30_000) + ']'.repeat(30_000)), 400, 'invalid_fields'],
  ];
  test.each(refusals)('%s is refused', async (_what, options, status, code) => {
    expect(await call('/auth/login/', options)).toMatchObject({ status, json: { code } });
  });

  const mistakes: [what: string, body: unknown, field: string, code: string][] = [
    ['a field that is missing', { email: good.email }, 'password', 'required'],
    ['a field that is empty', { ...good, email: '' }, 'email', 'required'],
    ['what is not an address', { ...good, email: 'ana' }, 'email', 'not_an_email'],
    ['a list in place of text', { ...good, password: ['secret'] }, 'password', 'wrong_type'],
    ['a field that there is not', { ...good, admin: true }, 'admin', 'unknown_field'],
    ['a zero byte', { ...good, password: 'a\0' }, 'password', 'invalid'],
    ['half a character', { ...good, password: '\ud800' }, 'password', 'invalid'],
    ['text that is too long', { ...good, password: 'a'.repeat(201) }, 'password', 'too_long'],
  ];
  test.each(mistakes)('with %s is refused with one mistake for the field', async (_what, body, field, code) => {
    const { status, json } = await call('/auth/login/', withJson(body));
    expect([status, json?.['code']]).toEqual([400, 'invalid_fields']);
    expect(json?.['errors']).toEqual([{ field, code, message: expect.any(String) }]);
  });

  test('can’t reach the prototype of anything', async () => {
    const { status } = await call('/auth/login/', withJson('{"email":"a@b.co","password":"x","__proto__":{"a":1}}'));
    expect([status, ({} as { a?: unknown }).a]).toEqual([400, undefined]);
  });
});

describe('mistakes of a sign-up', () => {
  const body = { email: 'a@b.co', password: 'short', agreements: { terms: true, privacy: false } };

  test('are told in the words of the form, one for each field', async () => {
    const { json } = await call('/auth/signup/', withJson({ ...body, email: '' }));
    const errors = json?.['errors'] as { field: string; message: string }[];
    expect(Object.fromEntries(errors.map(({ field, message }) => [field, message]))).toEqual({
      email: 'You must fill this field.',
      password: 'At least 6 characters, a letter and a digit. Special characters are allowed.',
      'agreements.privacy': 'You must agree to this.',
      'agreements.cancelAnytime': 'You must agree to this.',
    });
  });

  test.each([
    [{ 'accept-language': 'es-MX, en;q=0.8' }],
    [{ cookie: 'locale=es' }],
    [{ 'accept-language': 'fr', cookie: 'locale=es' }],
  ])('are told in Spanish to whoever asks by %j', async (headers) => {
    const { json } = await call('/auth/signup/', withJson(body, headers));
    expect(json?.['detail']).toBe('Revisa los datos que has introducido.');
  });

  test.each(['ñandú 22', 'пароль1', '密码密码密码١', 'a1!@#$%^&*()'])(
    'do not include the password %s',
    async (password) => {
      const { json } = await call('/auth/signup/', withJson({ ...body, password }));
      const errors = json?.['errors'] as { field: string }[];
      expect(errors.map(({ field }) => field)).not.toContain('password');
    },
  );
});

describe('a call of a member', () => {
  test('is answered to whoever has a token, and to nobody else', async () => {
    expect(await call('/users/me/', as('good'))).toMatchObject({ status: 200, json: user });
    for (const options of [{}, as('bad'), { headers: { authorization: 'Basic YTpi' } }]) {
      const { status, headers } = await call('/users/me/', options);
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
    }
  });

  test('with a token of an earlier format is refused in the words that clients compare, in any language', async () => {
    const { headers } = as('old');
    const { status, json } = await call('/users/me/', { headers: { ...headers, 'accept-language': 'es' } });
    expect([status, json?.['detail']]).toEqual([403, 'Refresh your tokens and try again.']);
  });

  test('needs something to change', async () => {
    const { json } = await call('/users/me/', { ...withJson({}, as('good').headers), method: 'PATCH' });
    expect(json?.['errors']).toMatchObject([{ field: '', code: 'required' }]);
  });
});

describe('a failure', () => {
  const signUp = {
    email: 'a@b.co',
    password: 'abcdef1',
    agreements: { terms: true, privacy: true, cancelAnytime: true },
  };

  test('inside is 500 and tells nothing', async () => {
    const { status, text } = await call('/auth/signup/', withJson(signUp));
    expect(status).toBe(500);
    expect(text).not.toMatch(/hunter2|someone/);
    expect(app?.logged).toMatchObject([{ event: 'request_failed', context: { route: '/v1/auth/signup/' } }]);
  });

  test('of the database is 503, to be tried again', async () => {
    const { status, headers } = await call('/auth/verify/1/2/', { method: 'POST' });
    expect([status, headers['retry-after']]).toEqual([503, '2']);
    expect(app?.logged).toMatchObject([{ event: 'request_unavailable', context: { reason: 'ECONNREFUSED' } }]);
  });

  test('to keep a rate limit says in whole seconds when to come back', async () => {
    const { status, headers } = await call('/auth/reset/start/', withJson({ email: 'a@b.co' }));
    expect([status, headers['retry-after']]).toEqual([429, '13']);
  });
});

/** The id of the answer to a request that brings this one. */
async function idAfter(given: string) {
  return (await call('/users/me/', { headers: { 'x-request-id': given } })).headers['x-request-id'];
}

describe('a request', () => {
  test('keeps the id that it brings, if that is a harmless one', async () => {
    expect(await idAfter('proxy-1234:5')).toBe('proxy-1234:5');
    expect(await idAfter('short')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idAfter('"><script>alert(1)')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is one line in the log, by its pattern: no token, no query', async () => {
    await call('/auth/verify/7/one-time-token/?email=a@b.co', {
      method: 'POST',
      headers: { 'x-request-id': 'abcdefgh' },
    });
    await expect.poll(() => app?.requests.length).toBe(1);
    const { context } = app!.requests[0]!;
    expect(context).toEqual({
      method: 'POST',
      route: '/v1/auth/verify/{userId}/{token}/',
      status: 503,
      milliseconds: expect.any(Number),
      requestId: 'abcdefgh',
      userId: null,
    });
  });

  test('is counted in the metrics by route, method and status', async () => {
    await call('/users/me/', { headers: { authorization: 'Bearer good' } });
    const line = 'http_request_duration_seconds_count{route="/v1/users/me/",method="GET",status="200"} 1';
    await expect.poll(async () => (await app!.ask('/api/metrics/')).text).toContain(line);
  });
});

describe('the metrics', () => {
  test('are for whoever has the token', async () => {
    app = await runApp({ metricsAccess: { token: 'a'.repeat(20) } });
    const status = async (token: string) =>
      (await app!.ask('/api/metrics/', { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await status('a'.repeat(20)), await status('a'.repeat(19)), await status('')]).toEqual([200, 401, 401]);
  });

  test('are not there for anybody where nobody may read them', async () => {
    app = await runApp({ metricsAccess: 'nobody' });
    expect((await app.ask('/api/metrics/')).status).toBe(404);
  });
});

describe('pages of other origins', () => {
  const preflight = {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'PATCH' },
  };

  test('may call the API with credentials where they are configured', async () => {
    app = await runApp({ endpoints, authenticate, corsOrigins: ['https://app.example'] });
    const allowed = await app.ask('/api/v1/users/me/', preflight);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-credentials': 'true',
      'access-control-max-age': '7200',
    });
    const failed = await app.ask('/api/v1/users/me/', { headers: { origin: 'https://app.example' } });
    expect(failed.headers).toMatchObject({ 'access-control-allow-origin': 'https://app.example', vary: 'Origin' });
    const other = await app.ask('/api/v1/users/me/', { headers: { origin: 'https://evil.example' } });
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
    expect(other.headers['vary']).toBe('Origin');
  });

  test('may not where none are', async () => {
    const { status, headers } = await call('/users/me/', preflight);
    expect([status, headers['access-control-allow-origin'], headers['vary']]).toEqual([405, undefined, undefined]);
  });
});
