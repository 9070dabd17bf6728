import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoint } from '../../api/platform/http/endpoint.ts';
import { login } from '../../schemas/api/auth.ts';
import { runApp, type AskOptions, type RunningApp } from '../harness/app.ts';
import { as, authenticate, endpoints, good, withJson } from './sample-calls.ts';

/** Answers who asks, as far as proxies tell it, and in which language. */
const echo = endpoint(login, async ({ ip, locale }) => ({ accessToken: ip, refreshToken: locale }));

let app: RunningApp;
beforeAll(async () => {
  app = await runApp({
    endpoints: [...endpoints.filter(({ call }) => call.id !== login.id), echo],
    authenticate,
    production: true,
    trustProxy: ['loopback', '10.0.0.0/8'],
    corsOrigins: ['https://app.example'],
  });
});
afterAll(() => app.close());

/** A question mark at the end changes nothing, but only Express takes it. */
async function askBothWays(path: string, options: AskOptions) {
  const answers = [await app.ask(`/api/v1${path}`, options), await app.ask(`/api/v1${path}?`, options)];
  return answers.map(({ status, headers: { date, ...headers }, text }) => ({ status, headers, text, isDated: !!date }));
}

const anyValue = fc.constantFrom(undefined, '', 'https', 'http', 'https, http', ' https');
const anyAddress = fc.constantFrom(
  '',
  ' ',
  '127.0.0.1',
  '10.1.2.3',
  '203.0.113.7',
  '203.0.113.7:80',
  '::1',
  'x',
  '2001:db8::1',
);
const anyHops = fc.option(
  fc.array(anyAddress, { minLength: 1, maxLength: 4 }).map((hops) => hops.join(', ')),
  { nil: undefined },
);
const anyBody = fc.oneof(
  fc.constant(good),
  fc.constantFrom('', '{', 'null', '1', '[]', ' {} ', '{"email":"ana@example.com","password":"s"}', '{"__proto__":1}'),
  fc.record({ email: fc.string(), password: fc.string({ maxLength: 300 }) }),
);
const anyType = fc.constantFrom(
  'application/json',
  'Application/JSON; charset=UTF-8',
  'application/json;charset=utf-8',
  'application/json; charset=utf-16',
  'text/plain',
  'text/html',
  '',
);

const headersOf = (values: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries({ 'x-request-id': 'same-for-both', ...values }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;

test('a call is answered in the same way with and without Express, whatever comes', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom('/auth/login/', '/auth/signup/', '/auth/reset/start/'),
    anyBody,
    fc.record({
      'content-type': anyType,
      'x-forwarded-proto': anyValue,
      'x-forwarded-for': anyHops,
      'accept-language': fc.constantFrom('es', 'fr', undefined),
      origin: fc.constantFrom(undefined, 'https://app.example', 'https://evil.example'),
    }),
    async (path, body, headers) => {
      const [direct, byExpress] = await askBothWays(path, withJson(body, headersOf(headers)));
      expect(direct).toEqual(byExpress);
    },
  );
  await fc.assert(property, { numRuns: 150 });
  for (const token of ['good', 'old', 'wrong'])
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const { headers } = as(token);
      const [direct, byExpress] = await askBothWays('/users/me/', { method, headers: headersOf(headers) });
      expect([token, method, direct]).toEqual([token, method, byExpress]);
    }
});
