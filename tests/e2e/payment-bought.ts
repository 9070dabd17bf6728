import { expect, type BrowserContext, type Page } from '@playwright/test';
import type { buy, paymentDocument, PlanId, status, subscriptions } from '../../schemas/api/payments.ts';
import type { ReplyOf } from '../../schemas/api/call.ts';
import { developmentToken } from './development-token.ts';
import { cards } from './payment-visitor.ts';

export type Bought = ReplyOf<typeof subscriptions>;

/** Buys a plan for the user of this browser and pays it, without a page; resolves to the payment's id. */
export async function buyPlan(context: BrowserContext, plan: PlanId): Promise<string> {
  const headers = await authorize(context);
  const answer = await context.request.post('/api/v1/payments/buy/', { headers, data: { plan } });
  expect(answer.status()).toBe(201);
  const { id, url } = (await answer.json()) as ReplyOf<typeof buy>;
  const card = new URLSearchParams({ number: cards.pays, expiry: '12 / 50', cvc: '123', name: 'Ada' });
  const paid = await fetch(url, { method: 'POST', body: card, redirect: 'manual' });
  expect(paid.status).toBe(303);
  const readStatus = async () => {
    const response = await context.request.get(`/api/v1/payments/status/${id}/`, { headers });
    return ((await response.json()) as ReplyOf<typeof status>).status;
  };
  await expect.poll(readStatus, { timeout: 15_000 }).toBe('succeeded');
  return id;
}

/** What the API says that the user of this browser has bought. */
export async function listBought(context: BrowserContext): Promise<Bought> {
  const headers = await authorize(context);
  const response = await context.request.get('/api/v1/payments/subscriptions/', { headers });
  expect(response.status()).toBe(200);
  return (await response.json()) as Bought;
}

/** Where the API says that the invoice of this payment is. */
export async function readDocument(context: BrowserContext, id: string): Promise<string> {
  const headers = await authorize(context);
  const response = await context.request.get(`/api/v1/payments/${id}/document/`, { headers });
  expect(response.status()).toBe(200);
  return ((await response.json()) as ReplyOf<typeof paymentDocument>).url;
}

/** Has the server say that this browser's user has bought something else. */
export async function showBought(context: BrowserContext, change: (bought: Bought) => Bought): Promise<void> {
  await context.route('**/api/v1/payments/subscriptions/', async (route) => {
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

/** Stripe's id of the customer with this e-mail. */
export async function findCustomer(page: Page, email: string): Promise<string> {
  const [customer] = await askStripe<{ id: string }>(page, `/v1/customers?email=${encodeURIComponent(email)}`);
  return customer!.id;
}

interface SubscriptionAtStripe {
  readonly status: string;
  readonly cancel_at_period_end: boolean;
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
