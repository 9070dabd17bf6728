import { randomInt } from 'node:crypto';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { TFunction } from 'i18next';
import { languageTag } from '../../engine/model.ts';
import type { ReplyOf } from '../../schemas/api/call.ts';
import type { buy, PlanId, status, subscriptions } from '../../schemas/api/payments.ts';
import type { Language } from '../../schemas/api/values.ts';
import { pageWords, type PageWords } from '../../scripts/stripe-stand-in/pages/words.ts';
import { expect } from '../harness/patient-expect.ts';
import { developmentToken } from './shared-with-server.ts';
import { speaker } from './speaker.ts';

/** Cards that a bank has an answer for. */
export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asks: '4000 0025 0000 3155',
} as const;

/** Each payment has a card of its own: to the guarantee, two visitors with one card are one person. */
export function ownExpiry(): string {
  return `${randomInt(1, 13)} / ${randomInt(2050, 9999)}`;
}

/** The coupon that the server of the journeys offers to members who cancel, once it is made. */
export const cancelOffer = 'STAY';

/** Somebody who pays: what they can see and do at the payment and on Stripe's page, by its words in one language. */
export class PaymentVisitor {
  readonly page: Page;
  readonly t: TFunction;
  /** What Stripe's page says. */
  readonly atStripe: PageWords;

  constructor(page: Page, locale: Language = 'en') {
    this.page = page;
    this.t = speaker(locale);
    this.atStripe = pageWords[locale];
  }

  /** The main heading with these words. */
  heading(key: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: this.t(key) });
  }

  plan(id: PlanId): Locator {
    return this.page.getByRole('radio', { name: this.t(`plan:plans.${id}.name`) });
  }

  /** What is about to be paid, for visitors that picked a plan before. */
  get order(): Locator {
    return this.page.getByRole('region', { name: this.t('cabinet:payment.order.title') });
  }

  /** The button that leads to Stripe's page. */
  get goOn(): Locator {
    return this.page.getByRole('button', { name: this.t('cabinet:payment.go', { price: '' }).trim() });
  }

  get toSessions(): Locator {
    return this.page.getByRole('link', { name: this.t('cabinet:payment.sessions'), exact: true });
  }

  /** The payment page is there, and Stripe's page too once the plan was chosen. */
  async goToStripe(plan: PlanId): Promise<void> {
    await expect(this.goOn).toBeVisible();
    const change = this.page.getByRole('button', { name: this.t('cabinet:payment.order.change') });
    await expect(change.or(this.plan(plan))).toBeVisible();
    if (await change.isVisible()) await change.click();
    await this.plan(plan).check();
    await this.goOn.click();
    await this.expectStripe(plan);
  }

  /** Stripe's page of this plan. */
  async expectStripe(plan: PlanId): Promise<void> {
    await this.page.waitForURL(/\/dev\/stripe\/checkout\//);
    await expect(this.page.locator('h1')).toContainText(planNames[plan]);
  }

  /** Presses a button of Stripe's portal, once a button here has led there. */
  async inPortal(open: Locator, press: string | RegExp): Promise<void> {
    await open.click();
    await this.page.waitForURL(/\/dev\/stripe\/portal\//);
    await this.page.getByRole('button', { name: press }).click();
  }

  /** Fills in the form of Stripe's page, and sends it. */
  async pay(card: string = cards.pays): Promise<void> {
    await this.fillCard(card);
    await this.page.getByRole('button', { name: this.atStripe.card.pay('').trim() }).click();
  }

  async fillCard(card: string = cards.pays): Promise<void> {
    const { number, expiry, cvc } = this.atStripe.card;
    await this.page.getByRole('textbox', { name: number }).fill(card);
    await this.page.getByRole('textbox', { name: expiry }).fill(ownExpiry());
    await this.page.getByRole('textbox', { name: cvc }).fill('123');
  }

  /** Removes the account on the payment page, for members without access to the profile. */
  async removeAccount(password: string): Promise<void> {
    const { page, t } = this;
    await page.getByText(t('cabinet:payment.account'), { exact: true }).click();
    await page.getByRole('button', { name: t('cabinet:profile.remove.open') }).click();
    await page.getByRole('textbox', { name: t('cabinet:profile.remove.password') }).fill(password);
    await page.getByRole('button', { name: t('cabinet:profile.remove.confirm') }).click();
    await expect(page).toHaveURL((url) => !url.pathname.startsWith('/cabinet'));
  }

  /** The payment is confirmed, and its address gone. */
  async expectPaid(): Promise<void> {
    await expect(this.heading('cabinet:payment.paid.title')).toBeVisible();
    await expect(this.page).toHaveURL(/\/cabinet\/payment$/);
  }

  /** The page at this path is shown in the end. */
  async expectPath(path: string): Promise<void> {
    await expect(this.page.locator('main h1:visible')).toBeVisible();
    await expect(this.page).toHaveURL((url) => url.pathname === path);
  }
}

/** What Stripe's page calls the plans, in any language. */
const planNames: Readonly<Record<PlanId, string | RegExp>> = {
  basic: /Basic|Básico/,
  three_months: /3 (months|meses)/,
  lifetime: /Lifetime|De por vida/,
};

export type Bought = ReplyOf<typeof subscriptions>;

/** Buys a plan for the user of this browser and pays it, without a page; resolves to the payment's id. */
export async function buyPlan(context: BrowserContext, plan: PlanId): Promise<string> {
  const headers = await authorize(context);
  const answer = await context.request.post('/api/v1/payments/buy/', { headers, data: { plan } });
  expect(answer.status()).toBe(201);
  const { id, url } = (await answer.json()) as ReplyOf<typeof buy>;
  const card = new URLSearchParams({ number: cards.pays, expiry: ownExpiry(), cvc: '123', name: 'Ada' });
  const paid = await fetch(url, { method: 'POST', body: card, redirect: 'manual' });
  expect(paid.status).toBe(303);
  const readStatus = async () => {
    const response = await context.request.get(`/api/v1/payments/status/${id}/`, { headers });
    return ((await response.json()) as ReplyOf<typeof status>).status;
  };
  await expect.poll(readStatus).toBe('succeeded');
  return id;
}

/** What the API says that the user of this browser has bought. */
export async function listBought(context: BrowserContext): Promise<Bought> {
  const headers = await authorize(context);
  const response = await context.request.get('/api/v1/payments/subscriptions/', { headers });
  expect(response.status()).toBe(200);
  return (await response.json()) as Bought;
}

/** Where the invoice of this user's last payment is, as Stripe's portal links to it. */
export async function findInvoice(page: Page, email: string): Promise<string> {
  const customer = await findCustomer(page, email);
  const [invoice] = await askStripe<{ hosted_invoice_url: string }>(page, `/v1/invoices?customer=${customer}`);
  return invoice!.hosted_invoice_url;
}

/** Makes the server say that this browser's user has bought something else. */
export async function showBought(context: BrowserContext, change: (bought: Bought) => Bought): Promise<void> {
  await context.route(/\/api\/v1\/payments\/subscriptions\/(\?fresh=true)?$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as Bought) });
  });
}

/** The subscriptions that this customer has at Stripe, ended ones too. */
export async function listAtStripe(page: Page, customer: string): Promise<readonly SubscriptionAtStripe[]> {
  return askStripe(page, `/v1/subscriptions?status=all&customer=${customer}`);
}

/** What this customer was charged at Stripe. */
export async function listCharges(page: Page, customer: string): Promise<readonly object[]> {
  return askStripe(page, `/v1/charges?customer=${customer}`);
}

/** Stripe's id of the customer with this email. */
export async function findCustomer(page: Page, email: string): Promise<string> {
  const [customer] = await askStripe<{ id: string }>(page, `/v1/customers?email=${encodeURIComponent(email)}`);
  return customer!.id;
}

interface SubscriptionAtStripe {
  readonly status: string;
  readonly cancel_at_period_end: boolean;
}

/** Makes a coupon at Stripe, where there is none with its id; resolves to the id. */
export async function addCoupon(page: Page, coupon: Readonly<Record<string, string>>): Promise<string> {
  const answer = await postToStripe(page, '/v1/coupons', coupon);
  return answer.status === 200 ? ((await answer.json()) as { id: string }).id : coupon['id']!;
}

/** Makes a promotion code at Stripe. */
export async function addCode(
  page: Page,
  code: string,
  { coupon, ...about }: Readonly<Record<string, string>> & { readonly coupon: string },
): Promise<void> {
  const promotion = { 'promotion[type]': 'coupon', 'promotion[coupon]': coupon };
  expect((await postToStripe(page, '/v1/promotion_codes', { ...about, ...promotion, code })).status).toBe(200);
}

function postToStripe(page: Page, path: string, form: Readonly<Record<string, string>>): Promise<Response> {
  const headers = { Authorization: `Bearer sk_test_${developmentToken()}` };
  return fetch(new URL(path, page.url()), { method: 'POST', headers, body: new URLSearchParams(form) });
}

async function askStripe<T>(page: Page, path: string): Promise<readonly T[]> {
  const headers = { Authorization: `Bearer sk_test_${developmentToken()}` };
  const response = await fetch(new URL(path, page.url()), { headers });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: readonly T[] }).data;
}

async function authorize(context: BrowserContext): Promise<{ Authorization: string }> {
  const token = (await context.cookies()).find(({ name }) => name === 'authToken')!.value;
  return { Authorization: `Bearer ${token}` };
}

/** Stripe's page says that it speaks this language, and has no words of the other one but for the plans' own names. */
export async function expectSpokenAtStripe(page: Page, locale: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', languageTag(locale));
  const own = textsIn(pageWords[locale]);
  const foreign = textsIn(pageWords[locale === 'es' ? 'en' : 'es']).filter((text) => !own.includes(text));
  // A page that is on its way would end the look at it.
  await expect(async () => {
    const lines = await page.evaluate(() => [document.title, ...document.body.innerText.split('\n')]);
    expect(lines.map((line) => line.trim()).filter((line) => foreign.includes(line))).toEqual([]);
  }).toPass({ timeout: 60_000 });
}

/** Texts without values in them. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
