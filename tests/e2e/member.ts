import { expect, type APIRequestContext, type BrowserContext } from '@playwright/test';
import { randomInt, randomUUID } from 'node:crypto';
import type { ReplyOf } from '../../schemas/api/call.ts';
import type { signup } from '../../schemas/api/auth.ts';
import type { Locale } from '../../engine/model.ts';
import { test as base } from './quiet-end.ts';

/** Somebody with an account of their own. */
export interface Member {
  readonly email: string;
  readonly password: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Tests with visitors who each come from a network address of their own, so that they share no rate limit. */
export const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright insists on a pattern
  extraHTTPHeaders: async ({}, provide) => {
    await provide(fromSomewhere());
  },
});

/** What a proxy says of a visitor who comes from another network address than all the others. */
function fromSomewhere(): { 'X-Forwarded-For': string } {
  return { 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` };
}

/** Logs somebody new into this browser, which has welcomed them before; they have no access to the sessions. */
export async function enterAsMember(context: BrowserContext, language: Locale = 'en'): Promise<Member> {
  await context.addInitScript(() => {
    if (location.protocol !== 'about:') localStorage.setItem('welcomeModalSeen', 'true');
  });
  const member = await signUp(context.request, language);
  await logInto(context, member);
  return member;
}

/** An address that nobody has used before. */
export const newEmail = (): string => `visitor-${randomUUID()}@example.com`;

/** Opens an account by the API. */
async function signUp(request: APIRequestContext, language: Locale): Promise<Member> {
  const [email, password] = [newEmail(), 'sleep5well'];
  const agreements = { terms: true, privacy: true, cancelAnytime: true };
  const data = { email, password, language, agreements };
  const response = await request.post('/api/v1/auth/signup/', { data, headers: fromSomewhere() });
  expect(response.status()).toBe(201);
  const { accessToken, refreshToken } = (await response.json()) as ReplyOf<typeof signup>;
  return { email, password, accessToken, refreshToken };
}

/** Gives the browser the cookies that a log-in leaves. */
export async function logInto(context: BrowserContext, tokens: Partial<Member>): Promise<void> {
  const { accessToken, refreshToken } = tokens;
  const cookies = Object.entries({ authToken: accessToken, refreshToken }).filter(([, value]) => value !== undefined);
  await context.addCookies(
    cookies.map(([name, value]) => ({ name, value: value!, domain: '127.0.0.1', path: '/', sameSite: 'Strict' })),
  );
}

/**
 * Has the server say that this browser's user can listen until then; the rest of its answer stays. It gives them no
 * sessions: for those they have to buy a plan.
 */
export async function grantAccess(context: BrowserContext, accessTo: string | null): Promise<void> {
  await context.route('**/api/v1/users/me/', async (route) => {
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    return route.fulfill({ response, json: { ...((await response.json()) as object), accessTo } });
  });
}
