import { setTimeout as sleep } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import { makeSmallSite } from '../harness/small-site.ts';
import { startApi, type ApiProcess } from '../harness/processes.ts';
import { plans } from '../harness/small-site.ts';
import type { PlanId } from '../../schemas/api/payments.ts';
import { buy, openPortal, readMe, signUpMember, type Member } from './payments-calls.ts';
import { openDatabase } from './payments-database.ts';
import { openPages, readAtStripe } from './payments-at-stripe.ts';
import { findDifferences } from './payments-differences.ts';
import { demand, quantile } from './report.ts';
import { startStripe, webhookSecret } from './stripe-server.ts';

/**
 * A storm of one customer's purchases: a plan, another one in Stripe's portal, and Lifetime with the rest of it taken
 * off. Every event of them again and again, shuffled and all at once, over two processes, come to one grant and one
 * email each; a customer who presses a button fifty times at once gets one page, or one change; and all that was paid
 * is Lifetime's price.
 */
const webhooks = 500;
const presses = 50;
const settledBy = 60_000;

const waitingText = 'SELECT count(*)::integer AS waiting FROM stripe_events WHERE processed_at IS NULL';
const countText = `
  SELECT
    (SELECT count(*) FROM access_grants WHERE user_id = $1)::integer AS grants,
    (SELECT count(*) FROM payments WHERE user_id = $1)::integer AS payments,
    (SELECT count(*) FROM subscriptions WHERE user_id = $1)::integer AS subscriptions,
    (SELECT count(*) FROM jobs WHERE payload->>'template' = 'payment_receipt')::integer
      + (SELECT count(*) FROM development_mails WHERE mail->>'subject' LIKE 'Your receipt%')::integer AS receipts,
    (SELECT count(*) FROM stripe_events)::integer AS stored,
    (SELECT count(*) FROM jobs WHERE dead_at IS NOT NULL)::integer AS dead`;

const stripe = await startStripe({ latency: () => 5 + Math.random() * 30 });
const database = await openDatabase();
const environment = { ...stripe.environment, DATABASE_URL: database.url, SITE_DIR: makeSmallSite() };
const apis = [await startApi(environment), await startApi(environment)];

const member = await signUpMember(apis[0]!.url);
await provePresses(apis, member, 'basic');
await proveWebhooks(apis, member, 1);
await proveChanges(apis, member);
await provePresses(apis, member, 'lifetime');
await proveWebhooks(apis, member, 3);
await demandSum(member);
const differences = await findDifferences(stripe.client, database.query);
demand('differences between Stripe and our rows', differences.length === 0, differences.join('; ') || '0');
await Promise.all(apis.map((api) => api.kill('SIGTERM')));
await stripe.close();
await database.close();

/** Leaves the page paid, and nobody told. */
async function provePresses([first, second]: readonly ApiProcess[], member: Member, plan: PlanId): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: presses }, (_, press) => buy((press % 2 ? first! : second!).url, member, plan)),
  );
  const others = answers.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${body.code}`);
  const urls = new Set(answers.map(({ body }) => body.url));
  const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
  console.log(`${presses} calls of buy (${plan}) at once over 2 processes, the slowest took ${slowest.toFixed(0)} ms`);
  demand('answers other than 201', others.length === 0, others.join(', ') || '0');
  demand('different pages that were given', urls.size === 1, `${urls.size}`);
  const pages = openPages(await readAtStripe(stripe.client, await customerOf(member)));
  demand('pages that are open at Stripe', pages.length === 1, `${pages.length}`);
  const outcome = await stripe.pay([...urls][0]!);
  demand('the page can be paid', outcome === 'paid', outcome);
}

/** Of several portals that stand open at once, one changes the plan. */
async function proveChanges([first, second]: readonly ApiProcess[], member: Member): Promise<void> {
  const portals = await Promise.all(
    Array.from({ length: presses }, (_, press) => openPortal((press % 2 ? first! : second!).url, member, 'plan')),
  );
  const outcomes = await Promise.all(portals.map(({ body }) => stripe.changePlan(body.url, 'three_months')));
  const changes = outcomes.filter((outcome) => outcome === 'paid').length;
  demand(`changes of plan by ${presses} at once in the portal`, changes === 1, `${changes}`);
}

/** What was left of each plan came off the next price, to a few cents for the seconds between. */
async function demandSum(member: Member): Promise<void> {
  const { charges } = await readAtStripe(stripe.client, await customerOf(member));
  const sum = charges.reduce((total, { amount, amount_refunded: back }) => total + amount - back, 0);
  const lifetime = plans.find(({ id }) => id === 'lifetime')!.amount;
  demand('all that was paid is the price of Lifetime', Math.abs(sum - lifetime) <= 10, `${sum} of ${lifetime}`);
}

async function proveWebhooks(processes: readonly ApiProcess[], member: Member, purchases: number): Promise<void> {
  const events: Stripe.Event[] = [];
  for await (const event of stripe.client.events.list({ limit: 100 })) events.push(event);
  const storm = shuffle(Array.from({ length: webhooks }, (_, number) => events[number % events.length]!));
  const began = performance.now();
  const answers = await Promise.all(storm.map((event, number) => deliver(processes[number % 2]!.url, event)));
  const refused = answers.filter(({ status }) => status < 200 || status > 299).map(({ status }) => status);
  const times = answers.map(({ milliseconds }) => milliseconds);
  console.log(
    `${webhooks} webhooks of ${events.length} events at once in ${(performance.now() - began).toFixed(0)} ms, ` +
      `p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`,
  );
  demand('webhooks answered by anything but 2xx', refused.length === 0, refused.slice(0, 5).join(', ') || '0');
  const done = await untilProcessed(performance.now() + settledBy);
  demand(`all looked at within ${settledBy / 1_000} s`, done, `${(performance.now() - began).toFixed(0)} ms`);
  await demandOnce(member, { events: events.length, purchases });
  const { accessTo } = (await readMe(processes[0]!.url, member)).body;
  demand('the customer has access', accessTo !== null && Date.parse(accessTo) > Date.now(), `${accessTo}`);
}

interface Expected {
  readonly events: number;
  readonly purchases: number;
}

/** A plan that was changed is one subscription. */
async function demandOnce(member: Member, { events, purchases }: Expected): Promise<void> {
  const [counts] = await database.query<Counts>(countText, [member.id]);
  const { grants, payments, subscriptions, receipts, stored, dead } = counts!;
  demand('grants', grants === Math.min(purchases, 2), `${grants}`);
  const isRight = payments === purchases && subscriptions === 1;
  demand('payments and subscriptions', isRight, `${payments} and ${subscriptions}`);
  demand('mails with a receipt', receipts === purchases, `${receipts}`);
  demand('events that are stored', stored === events, `${stored} of ${events}`);
  demand('jobs that were given up', dead === 0, `${dead}`);
}

async function deliver(base: string, event: Stripe.Event): Promise<{ status: number; milliseconds: number }> {
  const payload = JSON.stringify(event, null, 2);
  const signature = await stripe.client.webhooks.generateTestHeaderStringAsync({ payload, secret: webhookSecret });
  const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
  const began = performance.now();
  const response = await fetch(`${base}/api/webhooks/stripe/`, { method: 'POST', headers, body: payload });
  await response.arrayBuffer();
  return { status: response.status, milliseconds: performance.now() - began };
}

async function untilProcessed(deadline: number): Promise<boolean> {
  while (performance.now() < deadline) {
    const [row] = await database.query<{ waiting: number }>(waitingText, []);
    if (row?.waiting === 0) return true;
    await sleep(50);
  }
  return false;
}

async function customerOf({ id }: Member): Promise<string> {
  const rows = await database.query<{ stripe_id: string }>('SELECT stripe_id FROM customers WHERE user_id = $1', [id]);
  return rows[0]!.stripe_id;
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

interface Counts {
  readonly grants: number;
  readonly payments: number;
  readonly subscriptions: number;
  readonly receipts: number;
  readonly stored: number;
  readonly dead: number;
}
