import { randomUUID } from 'node:crypto';
import type { CallContext, Endpoints, SignedIn } from '../../api/platform/http/endpoint.ts';
import type { BodyOf, ReplyOf } from '../../schemas/api/call.ts';
import type { login, signup } from '../../schemas/api/auth.ts';
import type { User } from '../../schemas/api/values.ts';

/** An answer of the API; `body` is null where there is none. */
export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly milliseconds: number;
}

interface Request {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly token?: string;
  /** The client's address, as a proxy in front would tell it. */
  readonly ip?: string;
}

/** Calls the API; a status is never an error, only a lost connection rejects. */
export async function callApi<Body = unknown>(
  base: string,
  path: string,
  { method = 'POST', body, token, ip }: Request = {},
): Promise<Answer<Body>> {
  const began = performance.now();
  const response = await fetch(`${base}/api${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(ip && { 'X-Forwarded-For': ip }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = (text === '' ? null : JSON.parse(text)) as Body;
  return { status: response.status, body: parsed, milliseconds: performance.now() - began };
}

/** Makes a call without HTTP, past the checks of the contract. What is omitted is empty. */
export async function makeCall<Reply = void>(
  endpoints: Partial<Endpoints>,
  { id }: { readonly id: string },
  context: Partial<CallContext>,
): Promise<Reply> {
  const handle = (endpoints as Readonly<Record<string, unknown>>)[id] as (context: CallContext) => Promise<unknown>;
  const nothing = { params: {}, query: {}, body: {}, user: undefined };
  const caller = { locale: 'en', ip: '203.0.113.7', country: null, userAgent: '', requestId: randomUUID() } as const;
  return (await handle({ ...nothing, ...caller, ...context })) as Reply;
}

/** A call's context for this user. */
export const signedIn = (user: User): SignedIn => ({ user, loginId: user.id });

export const password = 'a good night 1';

/** What a sign-up form sends. */
export function signupBody(email: string): BodyOf<typeof signup> {
  return { email, password, agreements: { terms: true, privacy: true, cancelAnytime: true } };
}

/** Signs up from an address of its own, so that no rate limit is met. */
export const signUp = (base: string, email: string, number: number) =>
  callApi<ReplyOf<typeof signup>>(base, '/v1/auth/signup/', { body: signupBody(email), ip: clientIp(number) });

export const logIn = (base: string, email: string, number: number) =>
  callApi<ReplyOf<typeof login>>(base, '/v1/auth/login/', { body: { email, password }, ip: clientIp(number) });

/** A different IPv4 address for each number below 16 million. */
export function clientIp(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}
