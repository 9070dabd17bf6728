import { setTimeout as sleep } from 'node:timers/promises';
import type { PlanId } from '../../schemas/api/payments.ts';
import * as calls from './payments-calls.ts';
import type { Member } from './payments-calls.ts';
import type { StripeServer, TestCard } from './stripe-server.ts';

/** Somebody who has bought a plan. */
export interface Payer extends Member {
  readonly paymentId: string;
  /** Empty for a Lifetime. */
  readonly subscriptionId: string;
}

interface Shop {
  readonly base: string;
  readonly stripe: StripeServer;
}

const timeout = 120_000;

/** Somebody who has just signed up, bought a plan and paid, and has access. */
export async function newPayer({ base, stripe }: Shop, plan: PlanId, card?: TestCard): Promise<Payer> {
  const member = await calls.signUpMember(base);
  const { status, body } = await calls.buy(base, member, plan);
  if (status !== 201) throw new Error(`buy was answered with ${status}: ${JSON.stringify(body)}`);
  const outcome = await stripe.pay(body.url, card);
  if (outcome !== 'paid') throw new Error(`The page ${body.url} could not be paid.`);
  const readBought = async () => (await calls.readPurchases(base, member)).body;
  const isServed = async () => {
    const { accessTo } = (await calls.readMe(base, member)).body;
    return accessTo !== null && (await readBought()).payments.length === 1;
  };
  if (!(await waitFor('access', isServed))) throw new Error('There was no access after the payment.');
  const { subscriptions, payments } = await readBought();
  return { ...member, paymentId: payments[0]!.id, subscriptionId: subscriptions[0]?.id ?? '' };
}

/** Looks again and again; resolves to whether it came to hold in two minutes, or so many milliseconds. */
export async function waitFor(
  what: string,
  holds: () => Promise<boolean>,
  milliseconds: number = timeout,
): Promise<boolean> {
  const until = performance.now() + milliseconds;
  while (performance.now() < until) {
    if (await holds()) return true;
    await sleep(100);
  }
  console.log(`Waited in vain for ${what}.`);
  return false;
}
