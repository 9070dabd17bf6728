import { createSession, type Session } from '../../../web/session/session.ts';
import type { TokenStore, Tokens } from '../../../web/session/tokens.ts';
import type { ApiRequest, Transport } from '../../../web/session/transport.ts';
import { UserFacingError } from '../../../web/errors.ts';

/** A call as the server got it. */
export interface ReceivedCall extends ApiRequest {
  readonly accessToken: string | undefined;
}

export type Answer = Response | 'no answer';

/** The server's side: what it got, and what it answers. */
export interface FakeServer {
  readonly calls: ReceivedCall[];
  /** The paths of the calls, in order. */
  readonly paths: () => string[];
  answer: (call: ReceivedCall) => Answer | Promise<Answer>;
}

export const refreshPath = '/v1/auth/refresh-token/';
export const mePath = '/v1/users/me/';

export const json = (body: unknown, status = 200): Response => Response.json(body, { status });

export function problem(status: number, code: string, detail = 'No.'): Response {
  return json({ status, title: code, detail, code }, status);
}

export const user = (fields: object = {}) => ({
  id: '7f0e',
  email: 'ana@example.com',
  firstName: 'Ana',
  language: 'es',
  emailVerified: true,
  accessTo: '2031-01-01T00:00:00.000Z',
  topic: null,
  emailSubscribed: true,
  unsubscribeId: 'u1',
  role: 'member',
  pastDue: false,
  ...fields,
});

export function fakeServer(answer: FakeServer['answer']): FakeServer {
  const calls: ReceivedCall[] = [];
  return { calls, answer, paths: () => calls.map(({ path }) => path) };
}

/** Tokens that several sessions can share, as the tabs of a browser do. */
export function tokenBox(tokens: Tokens | null = { accessToken: 'a1', refreshToken: 'r1' }): TokenStore {
  let held = tokens;
  return {
    read: () => held,
    write: (fresh) => {
      held = fresh;
    },
    remove: () => {
      held = null;
    },
  };
}

export interface FakeTab {
  readonly session: Session;
  /** How often the tab was led to the root route. */
  readonly left: { times: number };
  /** How often its page was loaded again. */
  readonly reloaded: { times: number };
  readonly clock: { now: number };
}

interface TabOptions {
  readonly server: FakeServer;
  readonly tokens?: TokenStore;
  readonly oneTabAtATime?: (work: () => Promise<void>) => Promise<void>;
}

export function openTab({ server, tokens = tokenBox(), oneTabAtATime = (work) => work() }: TabOptions): FakeTab {
  const left = { times: 0 };
  const reloaded = { times: 0 };
  const clock = { now: 0 };
  const transport: Transport = async (request, accessToken) => {
    const call = { ...request, accessToken };
    server.calls.push(call);
    const answer = await server.answer(call);
    if (answer === 'no answer') throw new UserFacingError('errors.offline', 'no answer');
    return answer.clone();
  };
  const session = createSession({
    transport,
    tokens,
    now: () => clock.now,
    pause: async (milliseconds) => void (clock.now += milliseconds),
    oneTabAtATime,
    locale: () => 'en',
    leave: () => left.times++,
    reload: () => reloaded.times++,
  });
  return { session, left, reloaded, clock };
}

/** Runs work one at a time, as Web Locks do among tabs. */
export function sharedLock(): (work: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** A server whose access token `a<n>` has run out until the refresh token `r<n>` was exchanged for the next pair. */
export function rotatingServer(start = 2): FakeServer {
  let current = start;
  return fakeServer(async ({ path, body, accessToken }) => {
    await Promise.resolve();
    if (path !== refreshPath) return accessToken === `a${current}` ? json(user()) : problem(401, 'not_signed_in');
    if ((body as { refreshToken: string }).refreshToken !== `r${current - 1}`) return problem(401, 'session_ended');
    return json({ newAccessToken: `a${current}`, newRefreshToken: `r${current}` });
  });
}
