import { type APIRequestContext, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { TFunction } from 'i18next';
import { randomInt, randomUUID } from 'node:crypto';
import type { Locale } from '../../engine/model.ts';
import type { signup } from '../../schemas/api/auth.ts';
import type { ReplyOf } from '../../schemas/api/call.ts';
import { expectSpoken, speaker } from './speaker.ts';
import { test as base } from './network.ts';

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

/** Opens the row of the profile with this title, once all that is above it is there. */
export async function openRow(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 3, name: title, exact: true })).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await page.getByRole('heading', { level: 3, name: title, exact: true }).click();
}

/** Opens all rows of the profile. */
export async function openRows(page: Page): Promise<void> {
  const closed = page.locator('main details:not([open]) > summary');
  while ((await closed.count()) > 0) await closed.first().click();
}

/**
 * Makes the server say that this browser's user can listen until then; the rest of its answer stays. It gives them no
 * sessions: for those they have to buy a plan.
 */
export async function grantAccess(context: BrowserContext, accessTo: string | null): Promise<void> {
  await context.route('**/api/v1/users/me/', async (route) => {
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    return route.fulfill({ response, json: { ...((await response.json()) as object), accessTo } });
  });
}

/** Somebody on the way to an account, who finds controls by their words in one language. */
export class Newcomer {
  readonly page: Page;
  readonly locale: Locale;
  readonly email = newEmail();
  readonly t: TFunction;
  private readonly main: Locator;

  constructor(page: Page, locale: Locale) {
    this.page = page;
    this.locale = locale;
    this.t = speaker(locale);
    this.main = page.locator('main');
  }

  /** The first button of the page with these words. */
  button(key: string): Locator {
    return this.main.getByRole('button', { name: this.t(key), exact: true }).first();
  }

  /** The way on from the plan, which says the price too. */
  get planButton(): Locator {
    return this.main.getByRole('button', { name: this.t('plan:continue.button') }).first();
  }

  /** The link of the page with these words. */
  link(key: string): Locator {
    return this.main.getByRole('link', { name: this.t(key) });
  }

  field(key: string): Locator {
    return this.main.getByRole('textbox', { name: this.t(key) });
  }

  plan(name: 'basic'): Locator {
    return this.main.getByRole('radio', { name: this.t(`plan:plans.${name}.name`) });
  }

  /** What the payment page says is about to be paid. */
  get order(): Locator {
    return this.main.getByRole('region', { name: this.t('cabinet:payment.order.title') });
  }

  get banner(): Locator {
    return this.page.getByRole('region', { name: this.t('cabinet:banner.label') });
  }

  /** The page at this path is shown, under this heading and in the newcomer's language. */
  async expectPage(path: string, heading: string): Promise<void> {
    await expect(this.page).toHaveURL((url) => url.pathname === path);
    await expect(this.main.locator('h1')).toHaveText(this.t(heading));
    await expectSpoken(this.page, this.locale);
  }

  /** What the API answers the user of this browser. */
  async ask(path: string): Promise<unknown> {
    const token = (await this.page.context().cookies()).find(({ name }) => name === 'authToken')!.value;
    const headers = { Authorization: `Bearer ${token}` };
    const response = await this.page.request.get(`/api/v1${path}`, { headers });
    return response.json();
  }
}

/** Logs in by the English form, which is on the screen. */
export async function logInByForm(page: Page, { email, password }: Pick<Member, 'email' | 'password'>): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
