import { openPages, customersOf, readAtStripe } from './payments-at-stripe.ts';
import * as calls from './payments-calls.ts';
import { waitFor } from './payments-cast.ts';
import { findDifferences, type Query } from './payments-differences.ts';
import { demand } from './report.ts';
import type { StripeServer } from './stripe-server.ts';

interface Shop {
  readonly base: string;
  readonly stripe: StripeServer;
  readonly query: Query;
}

const buyersAtOnce = 10;
const withinMilliseconds = 90_000;

/**
 * Stripe makes the page and says that it failed. Nobody may be left with two pages, and none be open that we don't know
 * of, whether or not the customer tries again.
 */
export async function proveUnheardPages({ base, stripe, query }: Shop): Promise<void> {
  const buyers = await Promise.all(Array.from({ length: buyersAtOnce }, () => calls.signUpMember(base)));
  await stripe.front.setMood('confused');
  const answers = await Promise.all(buyers.map((buyer) => calls.buy(base, buyer, 'basic')));
  const refused = answers.filter(({ status, body }) => status === 503 && body.code === 'payment_init').length;
  demand('confused: buy answered with 503 payment_init', refused === buyers.length, `${refused} of ${buyers.length}`);
  await stripe.front.setMood('well');
  const again = await Promise.all(buyers.slice(buyersAtOnce / 2).map((buyer) => calls.buy(base, buyer, 'basic')));
  const pages = again.filter(({ status }) => status === 201).length;
  demand('confused, then well: buy answered with 201', pages === again.length, `${pages} of ${again.length}`);
  const isKnown = async () => (await findDifferences(stripe.client, query)).length === 0;
  await waitFor('pages that are known', isKnown, withinMilliseconds);
  const unknown = await findDifferences(stripe.client, query);
  const sentence = `confused, then well: pages that are open unknown to us after ${withinMilliseconds / 1_000} s`;
  demand(sentence, unknown.length === 0, unknown.join('; ') || '0');
  const counts = await Promise.all(
    (await customersOf(stripe.client)).map(async ({ id }) => openPages(await readAtStripe(stripe.client, id)).length),
  );
  const most = Math.max(...counts);
  demand('confused, then well: most pages that are open for one customer', most <= 1, `${most}`);
}
