import { afterEach } from 'vitest';
import { ApiError } from '../../api/platform/http/problem.ts';
import type { Authenticate, Endpoints } from '../../api/platform/http/endpoint.ts';
import { bearerTokenOf } from '../../api/platform/http/secret-token.ts';
import type { User } from '../../schemas/api/values.ts';
import { runApp, type AskOptions, type RunningApp } from '../harness/app.ts';

/** The member whose token is `good`. */
export const user: User = {
  id: '00000000-0000-4000-8000-000000000001',
  email: 'ana@example.com',
  firstName: 'Ana',
  language: 'es',
  emailVerified: true,
  accessTo: null,
  topic: null,
  emailSubscribed: true,
  unsubscribeId: 'u',
  role: 'member',
  pastDue: false,
};

/** Calls with handlers that need no database: some answer, some fail in the ways there are. */
export const endpoints: Partial<Endpoints> = {
  login: async () => ({ accessToken: 'a', refreshToken: 'r' }),
  signup: async () => {
    throw new Error('the password is hunter2 of someone@example.com');
  },
  startReset: async () => {
    throw new ApiError('too_many_requests', { retryAfterSeconds: 12.3 });
  },
  verifyEmail: async () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  },
  unsubscribe: async () => undefined,
  getMe: async ({ user }) => user.user,
  updateMe: async ({ user, body }) => ({ ...user.user, ...body }),
};

export const authenticate: Authenticate = async (request) => {
  const token = bearerTokenOf(request);
  if (token === 'old') throw new ApiError('tokens_outdated');
  if (token !== 'good') throw new ApiError('not_signed_in');
  return { user, loginId: 's' };
};

/** An app of the sample calls that starts when the first call is made, one for each test of the file. */
export function startSampleCalls() {
  let app: RunningApp | undefined;
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });
  return {
    /** The app of this test, after its first call. */
    get app() {
      if (!app) throw new Error('No call has been made yet');
      return app;
    },
    async start(): Promise<RunningApp> {
      return (app ??= await runApp({ endpoints, authenticate }));
    },
    async call(path: string, options: AskOptions = {}) {
      const running = await this.start();
      const answer = await running.ask(`/api/v1${path}`, options);
      return { ...answer, json: answer.text === '' ? null : (JSON.parse(answer.text) as Record<string, unknown>) };
    },
  };
}

/** A POST of JSON; text is sent as it is. */
export function withJson(body: unknown, headers: Record<string, string> = {}): AskOptions {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  return {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
  };
}

/** The headers of anyone who has that access token. */
export const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** What `login` takes. */
export const good = { email: 'ana@example.com', password: 'secret' };
