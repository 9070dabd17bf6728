import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PlanId } from '../../schemas/api/payments.ts';
import { makeSmallSite } from '../harness/small-site.ts';
import { startApi } from '../harness/processes.ts';
import { customersOf } from './payments-at-stripe.ts';
import * as calls from './payments-calls.ts';
import { newPayer, waitFor } from './payments-cast.ts';
import { addClock } from './payments-clock.ts';
import { openDashboard } from './payments-dashboard.ts';
import { openDatabase } from './payments-database.ts';
import { findDifferences } from './payments-differences.ts';
import { demand } from './report.ts';
import { startStripe } from './stripe-server.ts';

/**
 * For 72 hours no webhook arrives, while customers buy, renew, fail to renew, recover, cancel, dispute and are given
 * their money back. After one `npm run payments -- reconcile` our rows agree with Stripe for each of them, and a second
 * one changes nothing.
 */
const hour = 3_600_000;
const nowhere = 'http://127.0.0.1:9';

const rowsText = `
  SELECT row(payments.*)::text AS line FROM payments
  UNION ALL SELECT (to_jsonb(subscriptions) - 'pay_url')::text FROM subscriptions -- Stripe's links are others each time
  UNION ALL SELECT row(access_grants.*)::text FROM access_grants
  UNION ALL SELECT id || (payload->>'template') FROM jobs WHERE kind = 'mail'
  UNION ALL SELECT 'mail ' || id FROM development_mails`;

const stripe = await startStripe();
const database = await openDatabase();
const clock = await addClock(database.url);
const environment = { ...stripe.environment, DATABASE_URL: database.url, SITE_DIR: makeSmallSite() };
const api = await startApi(environment);
const { url: base } = api;
const shop = { base, stripe };
const dashboard = openDashboard(stripe);
/** A month after it, the subscriptions of today renew: a day into the outage. */
const beginning = monthLater(new Date()) - 24 * hour;

stripe.deliverTo(base);
const renewing = await crowd(18, () => newPayer(shop, 'basic'));
const failing = await crowd(10, () => newPayer(shop, 'basic', 'onlyOnce'));
const quarterly = await crowd(5, () => newPayer(shop, 'three_months'));
const forLife = await crowd(7, () => newPayer(shop, 'lifetime'));
await outageAt(0);
stripe.deliverTo(nowhere);
const early = await crowd(8, () => openPage('basic'));
await outageAt(1);
for (const { url } of early.slice(0, 5)) await stripe.pay(url);
await outageAt(20);
for (const { url } of await crowd(4, () => openPage('three_months'))) await stripe.pay(url);
for (const { url } of await crowd(2, () => openPage('lifetime'))) await stripe.pay(url);
await outageAt(40);
await act();
await outageAt(72);
await crowd(3, () => openPage('lifetime'));

const lost = await findDifferences(stripe.client, database.query);
const { length: customers } = await customersOf(stripe.client);
demand(`the outage leaves its mark on ${customers} customers`, lost.length > 50, `${lost.length} differences`);
await reconcile();
const left = await findDifferences(stripe.client, database.query);
demand('differences between Stripe and our rows after it', left.length === 0, left.slice(0, 20).join('; ') || '0');
await waitFor('emails that are sent', areEmailsSent);
const [rows, events] = [await readRows(), await countEvents()];
await reconcile();
await waitFor('emails that are sent', areEmailsSent);
const changed = (await readRows()).filter((line) => !rows.includes(line));
demand('rows and mails that a second one changes', changed.length === 0, changed.slice(0, 5).join('; ') || '0');
const actions = (await countEvents()) - events;
demand('events that it causes at Stripe', actions === 0, `${actions}`);
await api.kill('SIGTERM');
await stripe.close();
await clock.close();
await database.close();

function monthLater(date: Date): number {
  const later = new Date(date);
  later.setUTCMonth(date.getUTCMonth() + 1);
  return later.getTime();
}

function crowd<Person>(count: number, come: () => Promise<Person>): Promise<Person[]> {
  return Promise.all(Array.from({ length: count }, come));
}

/** So many hours into the outage, here and at Stripe, where everything happens that is due. */
async function outageAt(hours: number): Promise<void> {
  const time = new Date(beginning + hours * hour);
  stripe.setTime(time);
  await clock.set(time);
  await stripe.client.events.list({ limit: 1 });
}

async function openPage(plan: PlanId): Promise<{ url: string }> {
  const { status, body } = await calls.buy(base, await calls.signUpMember(base), plan);
  if (status !== 201) throw new Error(`buy was answered with ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** What people and banks do of whom we don't hear. */
async function act(): Promise<void> {
  for (const payer of renewing.slice(0, 3)) await dashboard.refund(payer);
  for (const payer of renewing.slice(3, 5)) await dashboard.refund(payer, 500);
  for (const payer of renewing.slice(5, 8)) await dashboard.cancelAtPeriodEnd(payer);
  for (const payer of renewing.slice(8, 10)) await dashboard.cancelNow(payer);
  for (const payer of renewing.slice(10, 13)) await dashboard.dispute(payer, 'needs_response');
  await dashboard.dispute(renewing[11]!, 'won');
  await dashboard.dispute(renewing[12]!, 'lost');
  for (const payer of failing.slice(0, 3)) await dashboard.payOpenInvoice(payer);
  for (const payer of failing.slice(3, 5)) await dashboard.cancelNow(payer);
  await dashboard.refund(quarterly[0]!);
  await dashboard.dispute(quarterly[1]!, 'needs_response');
  await dashboard.refund(forLife[0]!);
  await dashboard.refund(forLife[1]!, 1_000);
  for (const payer of forLife.slice(2, 5)) await dashboard.dispute(payer, 'needs_response');
  await dashboard.dispute(forLife[3]!, 'won');
  await dashboard.dispute(forLife[4]!, 'lost');
}

async function reconcile(): Promise<void> {
  const args = ['--import', 'tsx', 'scripts/payments.ts', 'reconcile'];
  const env = { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'error', ...environment };
  const began = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  console.log(
    `reconcile in ${((performance.now() - began) / 1_000).toFixed(1)} s: ${stdout.trim().split('\n').at(-1)}`,
  );
}

async function readRows(): Promise<string[]> {
  return (await database.query<{ line: string }>(rowsText, [])).map(({ line }) => line);
}

/** By the server, which goes on. */
async function areEmailsSent(): Promise<boolean> {
  return (await database.query(`SELECT 1 FROM jobs WHERE kind = 'mail'`, [])).length === 0;
}

async function countEvents(): Promise<number> {
  let count = 0;
  for await (const _ of stripe.client.events.list({ limit: 100 })) count += 1;
  return count;
}
