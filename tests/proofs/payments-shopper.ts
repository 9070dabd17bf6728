import { setTimeout as sleep } from 'node:timers/promises';
import type { PlanId } from '../../schemas/api/payments.ts';
import { plans as prices } from '../harness/small-site.ts';
import { buy, openPortal, readMe, readPurchases, type Member } from './payments-calls.ts';
import type { StripeServer } from './stripe-server.ts';

/** A customer in front of a browser, while the API is killed. */
export interface Shopper {
  readonly member: Member;
  readonly plan: PlanId;
  /** Has Basic already: Lifetime costs less by the rest of it, and 3 months is a change in Stripe's portal. */
  readonly isMember: boolean;
  /** What the customer is at. */
  at: 'waiting' | 'asking for the page' | 'on the page' | 'paying' | 'back from paying';
  /** When the payment was made; null: it was not. */
  paidAt: number | null;
  /** A shopper who has not paid in time comes back and tries again. */
  returns: boolean;
  /** Why the purchase could not go on; null where it could. */
  problem: string | null;
}

type Wish = Pick<Shopper, 'plan' | 'isMember'>;

/** What they come for, one after the other. */
export const wishes: readonly Wish[] = [
  { plan: 'basic', isMember: false },
  { plan: 'lifetime', isMember: true },
  { plan: 'three_months', isMember: false },
  { plan: 'three_months', isMember: true },
  { plan: 'lifetime', isMember: false },
];

export function newShopper(member: Member, wish: Wish): Shopper {
  return {
    member,
    ...wish,
    at: 'waiting',
    paidAt: null,
    problem: null,
    returns: Math.random() < 0.8,
  };
}

/**
 * Buys and pays, up to where the API breaks. A shopper who has the page when that happens may pay all the same: Stripe
 * is there. Some change their minds on the page.
 */
export async function shop(shopper: Shopper, { base, stripe }: { base: string; stripe: StripeServer }): Promise<void> {
  shopper.at = 'asking for the page';
  const answer = await askForPage(shopper, base).catch(() => null);
  if (answer === null) return;
  if (answer.status !== 201) {
    shopper.problem = `It was answered with ${answer.status} ${answer.body.code}`;
    return;
  }
  shopper.at = 'on the page';
  await sleep(Math.random() * 150);
  if (Math.random() < 0.15) return;
  await payAt(shopper, { url: answer.body.url, stripe });
}

/** Goes on after the API is back: asks for the page again, as often as it takes, and pays. */
export async function shopAgain(
  shopper: Shopper,
  { base, stripe, until }: { base: string; stripe: StripeServer; until: number },
): Promise<void> {
  for (;;) {
    const { status, body } = await askForPage(shopper, base);
    if (status === 201) return payAt(shopper, { url: body.url, stripe });
    shopper.problem = `It was answered with ${status} ${body.code}`;
    if (performance.now() > until) return;
    await sleep(1_000);
  }
}

function askForPage({ member, plan, isMember }: Shopper, base: string) {
  return isChange({ plan, isMember }) ? openPortal(base, member, 'plan') : buy(base, member, plan);
}

function isChange({ plan, isMember }: Wish): boolean {
  return isMember && plan === 'three_months';
}

async function payAt(shopper: Shopper, { url, stripe }: { url: string; stripe: StripeServer }): Promise<void> {
  shopper.at = 'paying';
  const outcome = await (isChange(shopper) ? stripe.changePlan(url, shopper.plan) : stripe.pay(url));
  shopper.problem = outcome === 'paid' ? null : 'the page could not be paid';
  shopper.at = 'back from paying';
  if (outcome === 'paid') shopper.paidAt = performance.now();
}

/** Whether what was paid for is there, as the customer sees it. Asks nothing of Stripe. */
export async function hasAccess({ member, plan, isMember }: Shopper, base: string): Promise<boolean> {
  const { accessTo } = (await readMe(base, member)).body;
  if (accessTo === null || Date.parse(accessTo) < Date.now()) return false;
  const { payments } = (await readPurchases(base, member)).body;
  const areAll = payments.length === (isMember ? 2 : 1) && payments.some((payment) => payment.plan === plan);
  return areAll && payments.every(({ status }) => status === 'succeeded');
}

/** What Stripe is to have of somebody in the end. */
export interface Outcome {
  readonly email: string;
  readonly charges: number;
  /** All that was paid, to a few cents for the time that passes. */
  readonly sum: number;
  /** Subscriptions that live, and Lifetimes. */
  readonly bought: number;
  /** At most so many pages are open: none for shoppers that have paid. */
  readonly pages: number;
}

/** A member who changes to a dearer plan has paid its price in all: what was left of the other came off. */
export function outcomeOf({ member: { email }, plan, isMember, paidAt }: Shopper): Outcome {
  const before = isMember ? { charges: 1, sum: priceOf('basic'), bought: 1 } : { charges: 0, sum: 0, bought: 0 };
  if (paidAt === null) return { email, ...before, pages: 1 };
  const bought = isMember && plan === 'lifetime' ? 2 : 1;
  return { email, charges: isMember ? 2 : 1, sum: priceOf(plan), bought, pages: 0 };
}

function priceOf(plan: PlanId): number {
  return prices.find(({ id }) => id === plan)!.amount;
}
