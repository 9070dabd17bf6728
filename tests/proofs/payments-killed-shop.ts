import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { makeSmallSite } from '../harness/small-site.ts';
import { startApi, type ApiProcess } from '../harness/processes.ts';
import { newPayer } from './payments-cast.ts';
import { signUpMember } from './payments-calls.ts';
import { tellMoment } from './payments-moments.ts';
import type { Query } from './payments-differences.ts';
import {
  hasAccess,
  newShopper,
  type Outcome,
  outcomeOf,
  shop,
  shopAgain,
  type Shopper,
  wishes,
} from './payments-shopper.ts';
import { startStripe, type StripeServer } from './stripe-server.ts';

/** What became of a customer. */
export interface Fate {
  readonly shopper: Shopper;
  /** What the purchase was at when the API was killed. */
  readonly moment: string;
  /** From when the API was back, or from the payment if that was later, to access; null: there was none in time. */
  readonly seconds: number | null;
}

/** A shop of its own with a Stripe of its own. */
export interface KilledShop {
  readonly stripe: StripeServer;
  /** Of those who have paid, in the end. */
  readonly fates: readonly Fate[];
  /** They left without paying. */
  readonly leavers: readonly Shopper[];
  /** Bought before any kill. */
  readonly first: Outcome;
  readonly kills: number;
  readonly api: ApiProcess;
}

interface Plan {
  readonly name: string;
  readonly rounds: number;
  readonly customersPerRound: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Null: the database can't be looked into. */
  readonly query: Query | null;
}

interface Counter {
  readonly stripe: StripeServer;
  readonly api: ApiProcess;
}

/** After that nobody waits any more. */
const timeout = 90_000;

export async function killShop({ name, rounds, customersPerRound, environment, query }: Plan): Promise<KilledShop> {
  const stripe = await startStripe({ latency: () => 15 + Math.random() * 45 });
  const told = { ...stripe.environment, SITE_DIR: makeSmallSite(), PORT: String(await findFreePort()), ...environment };
  let api = await startApi(told);
  stripe.deliverTo(api.url);
  let kills = 0;
  // So long as a purchase takes on this machine as it is now, and half as long again.
  const opened = performance.now();
  const payer = await newPayer({ base: api.url, stripe }, 'basic');
  const first = outcomeOf({ ...newShopper(payer, wishes[0]!), paidAt: opened });
  const longestShopping = (performance.now() - opened) * 1.5;
  const fates: Fate[] = [];
  const leavers: Shopper[] = [];
  for (let round = 0; round < rounds; round++) {
    const shoppers = await enter({ api, stripe }, customersPerRound);
    const shopping = Promise.all(shoppers.map((shopper) => shopSometime(shopper, { api, stripe, longestShopping })));
    await sleep(longestShopping);
    await api.kill('SIGKILL');
    const moments = await Promise.all(shoppers.map((shopper) => tellMoment(shopper, { stripe, query })));
    await shopping;
    api = await startApi(told);
    kills += 1;
    if (round % 2 === 1) {
      await sleep(Math.random() * 1_500);
      await api.kill('SIGKILL');
      api = await startApi(told);
      kills += 1;
    }
    const counter = { api, stripe, since: performance.now() };
    const seen = await Promise.all(shoppers.map((shopper) => seeThrough(shopper, counter)));
    for (const [at, seconds] of seen.entries()) {
      const shopper = shoppers[at]!;
      if (shopper.paidAt === null && !shopper.returns) leavers.push(shopper);
      else fates.push({ shopper, moment: moments[at]!, seconds });
    }
    console.log(
      `${name}: round ${round + 1} of ${rounds}, ${((performance.now() - counter.since) / 1_000).toFixed(1)} s`,
    );
  }
  return { stripe, fates, leavers, first, kills, api };
}

async function enter({ api: { url: base }, stripe }: Counter, count: number): Promise<Shopper[]> {
  const enterWith = async (number: number): Promise<Shopper> => {
    const wish = wishes[number % wishes.length]!;
    return newShopper(await (wish.isMember ? newPayer({ base, stripe }, 'basic') : signUpMember(base)), wish);
  };
  return Promise.all(Array.from({ length: count }, (_, number) => enterWith(number)));
}

/** They come one after the other, so that each is at another point when the API is killed. */
async function shopSometime(
  shopper: Shopper,
  { api, stripe, longestShopping }: Counter & { longestShopping: number },
): Promise<void> {
  await sleep(Math.random() * longestShopping);
  if (api.isAlive) await shop(shopper, { base: api.url, stripe });
}

/** Seconds to access; null for those who have left, and those who waited without success. */
export async function seeThrough(shopper: Shopper, counter: Counter & { since: number }): Promise<number | null> {
  const { api, stripe, since } = counter;
  const until = since + timeout;
  if (shopper.paidAt === null && shopper.returns) {
    await sleep(Math.random() * 3_000);
    await shopAgain(shopper, { base: api.url, stripe, until });
  }
  if (shopper.paidAt === null) return null;
  while (performance.now() < until) {
    if (await hasAccess(shopper, api.url)) return (performance.now() - Math.max(since, shopper.paidAt)) / 1_000;
    await sleep(100);
  }
  return null;
}
