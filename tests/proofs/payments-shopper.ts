import { setTimeout as sleep } from 'node:timers/promises';
import type { PlanId } from '../../schemas/api/payments.ts';
import { buy, readMe, readPurchases, type Member } from './payments-calls.ts';
import type { StripeServer } from './stripe-server.ts';

/** A customer in front of a browser, while the API is killed. */
export interface Shopper {
  readonly member: Member;
  readonly plan: PlanId;
  /** What the customer is at. */
  at: 'waiting' | 'asking for the page' | 'on the page' | 'paying' | 'back from paying';
  /** When the payment was made; null: it was not. */
  paidAt: number | null;
  /** Who has not paid in time comes back and tries again. */
  returns: boolean;
  /** Why the purchase could not go on; null where it could. */
  problem: string | null;
}

const plans: readonly PlanId[] = ['basic', 'three_months', 'lifetime'];

export function newShopper(member: Member, number: number): Shopper {
  return {
    member,
    plan: plans[number % plans.length]!,
    at: 'waiting',
    paidAt: null,
    problem: null,
    returns: Math.random() < 0.8,
  };
}

/**
 * Buys and pays, up to where the API breaks. Who has the page when that happens may pay all the same: Stripe is there.
 * Some change their minds on the page.
 */
export async function shop(shopper: Shopper, { base, stripe }: { base: string; stripe: StripeServer }): Promise<void> {
  shopper.at = 'asking for the page';
  const answer = await buy(base, shopper.member, shopper.plan).catch(() => null);
  if (answer === null) return;
  if (answer.status !== 201) {
    shopper.problem = `buy was answered with ${answer.status} ${answer.body.code}`;
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
    const { status, body } = await buy(base, shopper.member, shopper.plan);
    if (status === 201) return payAt(shopper, { url: body.url, stripe });
    shopper.problem = `buy was answered with ${status} ${body.code}`;
    if (performance.now() > until) return;
    await sleep(1_000);
  }
}

async function payAt(shopper: Shopper, { url, stripe }: { url: string; stripe: StripeServer }): Promise<void> {
  shopper.at = 'paying';
  const outcome = await stripe.pay(url);
  shopper.problem = outcome === 'paid' ? null : 'the page could not be paid';
  shopper.at = 'back from paying';
  if (outcome === 'paid') shopper.paidAt = performance.now();
}

/** Whether what was paid for is there, as the customer sees it. Asks nothing of Stripe. */
export async function hasAccess({ member }: Shopper, base: string): Promise<boolean> {
  const { accessTo } = (await readMe(base, member)).body;
  if (accessTo === null || Date.parse(accessTo) < Date.now()) return false;
  const { payments } = (await readPurchases(base, member)).body;
  return payments.length === 1 && payments[0]!.status === 'succeeded';
}
