import { hash, verify } from '@node-rs/argon2';
import type { Request } from 'express';
import { randomUUID } from 'node:crypto';
import type { login, signup } from '../../schemas/api/auth.ts';
import type { BodyOf, ReplyOf } from '../../schemas/api/call.ts';
import * as auth from '../../schemas/api/auth.ts';
import { createAccountEndpoints, createAuthenticate, type AccountDependencies } from '../../api/accounts/accounts.ts';
import { createOneTimeTokens } from '../../api/accounts/one-time-tokens.ts';
import type { Passwords } from '../../api/accounts/passwords.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { enqueueEmail, type EmailRequest, type OneTimePurpose } from '../../api/emails/requests.ts';
import { enqueueCustomerUpdate } from '../../api/payments/customers.ts';
import { enqueueClosing } from '../../api/payments/events/jobs.ts';
import { ApiError } from '../../api/platform/http/problem.ts';
import { createKeys } from '../../api/platform/keys.ts';
import { createLog } from '../../api/platform/log.ts';
import { makeCall } from '../harness/api-calls.ts';

export const keys = createKeys('a secret of at least thirty-two characters');
export const password = 'calm night 1';
export const defaultEmail = 'ada@example.org';
export const ip = '203.0.113.7';

type Tokens = ReplyOf<typeof login>;
export type SignupReply = ReplyOf<typeof signup>;
type RefreshReply = ReplyOf<typeof auth.refreshToken>;

/** As much of a contract as is needed here; checking calls against the whole type of contracts takes tsc minutes. */
interface NamedCall {
  readonly id: string;
  readonly auth: 'none' | 'user' | 'optional';
}

/** What a call is made with; what is omitted is empty. Loosely typed: tests also send what nobody should. */
interface CallOptions {
  readonly params?: object;
  readonly body?: object;
  /** Whose access token it is made with. */
  readonly as?: Tokens | undefined;
  /** The caller's address in the network. */
  readonly from?: string;
  readonly locale?: 'en' | 'es';
  readonly userAgent?: string;
}

/** What is looked at of a request to find out who makes it. */
function requestWith(accessToken: string): Request {
  return { headers: { authorization: `Bearer ${accessToken}` } } as Request;
}

/** Argon2id that costs next to nothing, for tests of something else: a real hash takes longer than all the rest of a call. */
const cheapPasswords: Passwords = {
  hash: (password) => hash(password, { memoryCost: 8, timeCost: 1 }),
  verify: async (known, password) => known !== null && verify(known, password),
  needsRehash: () => false,
  inTurn: (call) => call(),
  waiting: () => 0,
};

/** The calls about accounts on this database, without HTTP. Nothing is limited, except what a test says. */
export function runAccounts(database: Database, overrides: Partial<AccountDependencies> = {}) {
  /** Limits that were counted, started again and given back, as `name key`. */
  const counted: string[] = [];
  const restarted: string[] = [];
  const givenBack: string[] = [];
  const exhausted = new Set<string>();
  let wakes = 0;
  const endpoints = createAccountEndpoints({
    database,
    keys,
    passwords: cheapPasswords,
    rateLimits: {
      async consume({ name }, key) {
        counted.push([name, key].flat().join(' '));
        if (exhausted.has(name)) throw new ApiError('too_many_requests', { retryAfterSeconds: 60 });
      },
      async tryConsume({ name }, key) {
        counted.push([name, key].flat().join(' '));
        return !exhausted.has(name);
      },
      async release({ name }, key) {
        givenBack.push([name, key].flat().join(' '));
      },
      async reset({ name }, key) {
        restarted.push([name, key].flat().join(' '));
      },
    },
    funnels: new Map(),
    enqueueEmail,
    closePages: () => Promise.resolve(),
    closeCustomer: enqueueClosing,
    updateCustomer: enqueueCustomerUpdate,
    wakeWorker: () => (wakes += 1),
    log: createLog('silent'),
    readReported: async () => new Map(),
    ...overrides,
  });
  const authenticateRequest = createAuthenticate({ database, keys });
  const authenticate = (accessToken: string) => authenticateRequest(requestWith(accessToken));
  const oneTimeTokens = createOneTimeTokens({ database, keys });

  async function call<Reply = void>(call: NamedCall, options: CallOptions = {}): Promise<Reply> {
    const { params, body, as, from = ip, locale = 'en', userAgent = '' } = options;
    const needsUser = call.auth === 'user' || (call.auth === 'optional' && as !== undefined);
    const user = needsUser ? await authenticate(as?.accessToken ?? '') : undefined;
    return makeCall<Reply>(endpoints, call, { params, body, user, locale, ip: from, userAgent });
  }

  return {
    call,
    authenticate,
    counted,
    restarted,
    givenBack,
    exhausted,
    wakes: () => wakes,
    signUp: (change: Partial<BodyOf<typeof signup>> = {}) =>
      call<SignupReply>(auth.signup, { body: signupBody(change) }),
    logIn: (email = defaultEmail, given = password, from = ip) =>
      call<Tokens>(auth.login, { body: { email, password: given }, from }),
    refresh: (refreshToken: string) => call<RefreshReply>(auth.refreshToken, { body: { refreshToken } }),
    logOut: (tokens: Tokens) => {
      const { accessToken, refreshToken } = tokens;
      return call(auth.logout, { body: { accessToken, refreshToken } });
    },
    /** The token in the link of an email. */
    link: async (userId: string, purpose: OneTimePurpose, emailChangeId: string | null = null) => {
      const token = await oneTimeTokens.issue({ purpose, userId, seed: randomUUID(), emailChangeId });
      if (token === null) throw new Error('The account is removed');
      return token;
    },
    /** The emails that wait to be sent, oldest first. */
    mails: async () => {
      const rows = await database.knex('jobs').orderBy('created_at').select<{ payload: EmailRequest }[]>('payload');
      return rows.map(({ payload }) => payload);
    },
    /** What the audit log says, oldest first. */
    events: async () => {
      const rows = await database.knex('audit_log').orderBy('id').select<{ action: string }[]>('action');
      return rows.map(({ action }) => action);
    },
  };
}

export type RunningAccounts = ReturnType<typeof runAccounts>;

export function signupBody(change: Partial<BodyOf<typeof signup>> = {}): BodyOf<typeof signup> {
  return { email: defaultEmail, password, agreements: { terms: true, privacy: true, cancelAnytime: true }, ...change };
}

/** The code of the problem that a call answers with, or `done`. */
export async function outcomeOf(reply: Promise<unknown>): Promise<string> {
  try {
    await reply;
    return 'done';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

/** How often each of these came. */
export function countEach(outcomes: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
