import type { Stripe } from 'stripe';
import { onTestFinished } from 'vitest';
import { ask, type Answer } from '../harness/app.ts';
import { runStandIn } from './running-stand-in.ts';
import { addPrice, idOf } from './shop.ts';

type Fields = Readonly<Record<string, string>>;

interface Start {
  /** Of the plan. */
  readonly name?: string;
  /** What the session is made with besides. */
  readonly more?: Partial<Stripe.Checkout.SessionCreateParams>;
}

/** The pages and the desk of a stand-in of 21 November 2026, and in it an open Checkout Session. */
export async function runPages({ name = 'Basic', more = {} }: Start = {}) {
  const at = await runStandIn({ now: Date.UTC(2026, 10, 21) });
  onTestFinished(() => at.stop());
  const { books } = at.standIn;
  const { id: price, product } = await addPrice(at, { months: 3, amount: 2999 });
  await at.stripe.products.update(idOf(product), { name });
  const { id: customer } = await at.stripe.customers.create({ email: 'ada@example.org' });
  const { id: session } = await at.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: 'https://site.example/paid',
    cancel_url: 'https://site.example/back?a=1&b=2',
    ...more,
  });
  const port = Number(new URL(at.url).port);
  const get = (path: string, headers: Fields = {}) => ask(port, `/dev/stripe${path}`, { headers });
  const post = (path: string, fields: Fields): Promise<Answer> =>
    ask(port, `/dev/stripe${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  const path = `/checkout/${session}`;
  const pay = (card: object = {}) => post(path, { ...filled, ...card });
  return { stripe: at.stripe, books, get, post, pay, path, customer };
}

/** The card form, filled in. */
export const filled = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Ada Lovelace' };
