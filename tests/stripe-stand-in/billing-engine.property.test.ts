import fc from 'fast-check';
import type { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { payCheckout } from '../../scripts/stripe-stand-in/billing/checkout.ts';
import { collectInvoice } from '../../scripts/stripe-stand-in/billing/collect.ts';
import { saveCard } from '../../scripts/stripe-stand-in/billing/charge-card.ts';
import { advanceClock } from '../../scripts/stripe-stand-in/billing/run-billing.ts';
import { endSubscription } from '../../scripts/stripe-stand-in/billing/subscriptions.ts';
import { newCustomer } from '../../scripts/stripe-stand-in/objects/customer.ts';
import { newPrice } from '../../scripts/stripe-stand-in/objects/price.ts';
import { newSession } from '../../scripts/stripe-stand-in/objects/session.ts';
import { newTestClock } from '../../scripts/stripe-stand-in/calls/test-clocks.ts';
import { createBooks, type Books } from '../../scripts/stripe-stand-in/state/books.ts';
import { cardOf, type TestCard } from './running-stand-in.ts';
import { idOf } from './shop.ts';

const day = 24 * 60 * 60;

/** What can happen to a subscription. */
type Step =
  | { readonly kind: 'wait'; readonly days: number }
  | { readonly kind: 'pay'; readonly card: TestCard }
  | { readonly kind: 'keep'; readonly card: TestCard }
  | { readonly kind: 'set'; readonly cancel: boolean }
  | { readonly kind: 'end' };

const cards = fc.constantFrom<TestCard>('good', 'failsLater', 'declined', 'authenticatesAlways');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 70 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pay' as const), card: cards }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('keep' as const), card: cards }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('set' as const), cancel: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const) }) },
);
const lives = fc.record({
  start: fc.integer({ min: 1_800_000_000, max: 1_900_000_000 }),
  months: fc.constantFrom(1, 3, 12),
  card: fc.constantFrom<TestCard>('good', 'failsLater'),
  steps: fc.array(step, { maxLength: 12 }),
});
type Life = typeof lives extends fc.Arbitrary<infer Value> ? Value : never;

/** Lives a life of a subscription, without HTTP. */
function live({ start, months, card, steps }: Life): { books: Books; subscription: Stripe.Subscription } {
  const books = createBooks({ saved: {}, now: () => start * 1000, origin: () => '', isDelivering: () => false });
  const clock = books.tables.testClocks.put(newTestClock(start, start));
  const id = subscribe(books, { clock: clock.id, months, card });
  for (const next of steps) take(books, clock.id, id, next);
  const subscription = books.tables.subscriptions.get(id);
  if (!subscription) throw new Error('It is gone');
  return { books, subscription };
}

function subscribe(books: Books, { clock, months, card }: { clock: string; months: number; card: TestCard }): string {
  const created = books.tables.testClocks.get(clock)?.frozen_time ?? 0;
  const { id: customer } = books.tables.customers.put(newCustomer({ created, test_clock: clock }));
  const terms = { product: 'plan', currency: 'usd', unit_amount: 1000, created };
  const { id: price } = books.tables.prices.put(newPrice(months, terms));
  const about = { created, customer, origin: '', amount_total: 1000, currency: 'usd', metadata: {}, locale: null };
  const more = { client_reference_id: null, expires_at: created + day, hasTax: false, isInvoiced: false };
  const session = books.tables.sessions.put(newSession({ ...about, ...more, mode: 'subscription' }));
  const metadata = { subscriptionMetadata: {}, paymentIntentMetadata: {} };
  books.tables.checkouts.put({ id: session.id, price, ...metadata, paymentIntent: null });
  payCheckout(books, session, methodOf(books, card, customer));
  return idOf(books.tables.sessions.get(session.id)?.subscription ?? null);
}

function methodOf(books: Books, card: TestCard, customer: string): string {
  return saveCard(books, cardOf(card), customer).id;
}

function take(books: Books, clockId: string, id: string, step: Step): void {
  const subscription = books.tables.subscriptions.get(id);
  const clock = books.tables.testClocks.get(clockId);
  if (!subscription || !clock) throw new Error('It is gone');
  const customer = idOf(subscription.customer);
  switch (step.kind) {
    case 'wait':
      advanceClock(books, clock, clock.frozen_time + step.days * day);
      return;
    case 'pay': {
      const open = books.tables.invoices.newest().find(({ status }) => status === 'open');
      const paymentMethod = methodOf(books, step.card, customer);
      if (open) collectInvoice(books, open, paymentMethod);
      return;
    }
    case 'keep':
      books.change('subscriptions', id, { default_payment_method: methodOf(books, step.card, customer) });
      return;
    case 'set':
      if (subscription.status !== 'canceled') books.change('subscriptions', id, { cancel_at_period_end: step.cancel });
      return;
    case 'end':
      if (subscription.status !== 'canceled') endSubscription(books, subscription, 'cancellation_requested');
  }
}

/** Whatever happens to a subscription, this is so. */
function always(property: (life: ReturnType<typeof live>) => void): void {
  fc.assert(fc.property(lives, (life) => property(live(life))));
}

describe('whatever happens to a subscription', () => {
  it('each paid invoice was paid by one charge, and no charge paid nothing', () => {
    always(({ books }) => {
      const paid = books.tables.invoices.newest().filter(({ status }) => status === 'paid');
      const charges = books.tables.charges.newest().filter((charge) => charge.paid);
      const intents = new Set(charges.map(({ payment_intent }) => payment_intent));
      expect([charges.length, intents.size]).toEqual([paid.length, paid.length]);
    });
  });

  it('its invoices are for periods that follow each other without gap or overlap', () => {
    always(({ books, subscription }) => {
      const periods = books.tables.invoices
        .newest()
        .reverse()
        .map(({ lines }) => lines.data[0]?.period);
      for (const [index, period] of periods.entries()) {
        if (index > 0) expect(period?.start).toBe(periods[index - 1]?.end);
      }
      expect(subscription.items.data[0]).toMatchObject({
        current_period_start: periods.at(-1)?.start,
        current_period_end: periods.at(-1)?.end,
      });
    });
  });

  it('it is active as long as its latest final invoice is paid, and past due while this is open', () => {
    always(({ books, subscription: { status } }) => {
      const latest = books.tables.invoices.newest().find((invoice) => invoice.status !== 'draft');
      if (status === 'active') expect(latest?.status).toBe('paid');
      if (status === 'past_due') expect(latest).toMatchObject({ status: 'open', attempted: true });
    });
  });

  it('after its end nothing is charged by itself', () => {
    always(({ books, subscription }) => {
      if (subscription.status !== 'canceled') return;
      const waiting = books.tables.invoices.newest().filter((invoice) => invoice.next_payment_attempt !== null);
      expect(waiting).toEqual([]);
      expect(books.tables.invoices.newest().every(({ created }) => created <= (subscription.ended_at ?? 0))).toBe(true);
    });
  });

  it('each change of its status was told, with what it was', () => {
    always(({ books, subscription }) => {
      let status: unknown = 'active';
      for (const { type, data } of books.tables.events.newest().reverse()) {
        if (type === 'customer.subscription.updated') {
          expect(data.previous_attributes?.status ?? status).toBe(status);
          status = data.object.status;
        }
        if (type === 'customer.subscription.deleted') status = data.object.status;
      }
      expect(status).toBe(subscription.status);
    });
  });
});
