import { setTimeout as sleep } from 'node:timers/promises';
import { makeSmallSite } from '../harness/small-site.ts';
import { startApi } from '../harness/processes.ts';
import type { Answer } from '../harness/api-calls.ts';
import * as calls from './payments-calls.ts';
import { newPayer, waitFor, type Payer } from './payments-cast.ts';
import { customersOf, openPages, readAtStripe } from './payments-at-stripe.ts';
import { openDatabase } from './payments-database.ts';
import { findDifferences } from './payments-differences.ts';
import { demand, quantile } from './report.ts';
import { proveUnheardPages } from './payments-unheard.ts';
import type { Mood } from './stripe-front.ts';
import { startStripe } from './stripe-server.ts';

/**
 * Stripe is away, slow, failing or not itself: every call about payments answers in time and says so, nothing is half
 * done, members notice nothing, and all of it works once Stripe is back.
 */
type Illness = Exclude<Mood, 'well' | 'confused'>;

/** Milliseconds in which every call has to answer: two attempts of ten seconds at most. */
const bounds: Readonly<Record<Illness, number>> = {
  away: 5_000,
  failing: 5_000,
  garbage: 5_000,
  deaf: 5_000,
  slow: 25_000,
};
/** Stripe does what it is asked for, and nobody learns of it. */
const doneAllTheSame: readonly Illness[] = ['deaf', 'slow'];
const buyersAtOnce = 20;
const maxMilliseconds = 250;
/** So many milliseconds each illness lasts at least. */
const shortest = 5_000;
const initText = 'Payment initialization error. Try again later';

const rowsText = `
  SELECT concat_ws(' ', id, status, refunded_amount) AS line FROM payments
  UNION ALL SELECT concat_ws(' ', id, status, cancel_at_period_end) FROM subscriptions
  UNION ALL SELECT concat_ws(' ', source_id, ends_at, revoked_at) FROM access_grants`;

const stripe = await startStripe();
const database = await openDatabase();
const api = await startApi({ ...stripe.environment, DATABASE_URL: database.url, SITE_DIR: makeSmallSite() });
stripe.deliverTo(api.url);
const { url: base } = api;
const reader = await calls.signUpMember(base);
const quiet = await readMeWhile(sleep(3_000));
console.log(`users/me while Stripe is well: p99 ${quantile(quiet, 0.99).toFixed(1)} ms of ${quiet.length}`);
for (const illness of ['away', 'failing', 'garbage', 'deaf', 'slow'] as const) await prove(illness);
await proveUnheardPages({ base, stripe, query: database.query });
demand('the process lives', api.isAlive, api.isAlive ? 'yes' : api.errors);
await api.kill('SIGTERM');
await stripe.close();
await database.close();

interface Cast {
  readonly renewing: Payer;
  readonly canceled: Payer;
  readonly regretting: Payer;
  /** Has the page. */
  readonly browsing: calls.Member & { readonly paymentId: string };
  readonly buyers: readonly calls.Member[];
}

async function prove(illness: Illness): Promise<void> {
  const cast = await enter();
  await waitFor('events that are looked at', isQuiet);
  const rows = await readRows();
  await stripe.front.setMood(illness);
  const answers = askAll(cast);
  const reads = await readMeWhile(Promise.all([answers, sleep(shortest)]));
  const { bought, ...others } = await answers;

  const refusals = bought.filter(
    ({ status, body }) => status !== 503 || body.code !== 'payment_init' || body.detail !== initText,
  );
  demand(`${illness}: buy not answered with 503 payment_init and its text`, refusals.length === 0, list(refusals));
  const { status, portal, cancelling, refund } = others;
  demand(
    `${illness}: status answers what is known`,
    status.status === 200 && status.body.status === 'pending',
    list([status]),
  );
  const changes = [portal, cancelling, refund].filter(
    ({ status, body }) => status !== 503 || body.code !== 'payment_unavailable',
  );
  demand(`${illness}: changes not answered with 503 payment_unavailable`, changes.length === 0, list(changes));
  const slowest = Math.max(...[...bought, status, portal, cancelling, refund].map(({ milliseconds }) => milliseconds));
  demand(
    `${illness}: all answer within ${bounds[illness] / 1_000} s`,
    slowest < bounds[illness],
    `${slowest.toFixed(0)} ms`,
  );
  const p99 = quantile(reads, 0.99);
  demand(
    `${illness}: users/me meanwhile, p99 under ${maxMilliseconds} ms`,
    p99 < maxMilliseconds,
    `${p99.toFixed(1)} ms of ${reads.length}`,
  );
  if (!doneAllTheSame.includes(illness)) {
    const left = new Set(await readRows());
    const changed = rows.filter((line) => !left.has(line));
    demand(`${illness}: rows that changed`, changed.length === 0, changed.join('; ') || '0');
  }
  await stripe.front.setMood('well');
  await demandRecovery(illness, cast);
}

async function enter(): Promise<Cast> {
  const shop = { base, stripe };
  const [renewing, canceled, regretting] = await Promise.all([
    newPayer(shop, 'basic'),
    newPayer(shop, 'three_months'),
    newPayer(shop, 'lifetime'),
  ]);
  const member = await calls.signUpMember(base);
  const browsing = { ...member, paymentId: (await calls.buy(base, member, 'basic')).body.id };
  const buyers = await Promise.all(Array.from({ length: buyersAtOnce }, () => calls.signUpMember(base)));
  return { renewing, canceled, regretting, browsing, buyers };
}

async function askAll({ renewing, canceled, regretting, browsing, buyers }: Cast) {
  const [status, portal, cancelling, refund, bought] = await Promise.all([
    calls.readStatus(base, browsing, browsing.paymentId),
    calls.openPortal(base, renewing, 'cancel'),
    calls.openPortal(base, canceled),
    calls.refund(base, regretting, regretting.paymentId),
    Promise.all(buyers.map((buyer) => calls.buy(base, buyer, 'basic'))),
  ]);
  return { status, portal, cancelling, refund, bought };
}

/** At once, not after some waiting. What was done unheard may be refused now. */
async function demandRecovery(illness: Illness, cast: Cast): Promise<void> {
  const { bought, status: _, ...changes } = await askAll(cast);
  const pages = bought.filter(({ status }) => status !== 201);
  demand(`${illness}, then well: buy not answered with 201`, pages.length === 0, list(pages));
  const isFine = (status: number) =>
    status === 200 || status === 201 || (status === 409 && doneAllTheSame.includes(illness));
  const refused = Object.values(changes).filter(({ status }) => !isFine(status));
  demand(`${illness}, then well: changes that are refused`, refused.length === 0, list(refused));
  await waitFor(
    'rows that agree with Stripe',
    async () => (await isQuiet()) && (await differences()).length === 0,
    60_000,
  );
  const left = await differences();
  demand(`${illness}, then well: differences between Stripe and our rows`, left.length === 0, left.join('; ') || '0');
  const wrong: string[] = [];
  for (const { id, email } of await customersOf(stripe.client)) {
    const customer = await readAtStripe(stripe.client, id);
    const [{ length: charges }, { length: open }] = [customer.charges, openPages(customer)];
    const refunds = customer.charges.filter(({ refunded }) => refunded).length;
    if (charges > 1 || open > 1 || (email === cast.regretting.email && refunds !== 1)) wrong.push(email ?? id);
  }
  demand(
    `${illness}, then well: charged twice, with two pages, or without the refund`,
    wrong.length === 0,
    `${wrong.length}`,
  );
}

function differences(): Promise<string[]> {
  return findDifferences(stripe.client, database.query);
}

async function isQuiet(): Promise<boolean> {
  const text = `SELECT 1 FROM jobs WHERE dead_at IS NULL AND kind <> 'payment_check' LIMIT 1`;
  return (await database.query(text, [])).length === 0;
}

async function readRows(): Promise<string[]> {
  return (await database.query<{ line: string }>(rowsText, [])).map(({ line }) => line);
}

/** Reads `users/me` again and again until that is over; resolves to how many milliseconds each took. */
async function readMeWhile(work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const end = { isReached: false };
  const reached = () => void (end.isReached = true);
  work.then(reached, reached);
  while (!end.isReached) {
    times.push((await calls.readMe(base, reader)).milliseconds);
    await sleep(10);
  }
  return times;
}

function list(answers: readonly Answer<calls.Problem>[]): string {
  return (
    answers
      .map(({ status, body }) => `${status} ${JSON.stringify(body)}`)
      .slice(0, 3)
      .join('; ') || '0'
  );
}
