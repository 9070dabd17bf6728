import { randomUUID } from 'node:crypto';
import { onTestFinished, vi } from 'vitest';
import type { Stripe } from 'stripe';
import type { PayResult } from '../../scripts/stripe-stand-in/actions/pay-result.ts';
import type { PortalActions } from '../../scripts/stripe-stand-in/actions/portal.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { enqueueEmail } from '../../api/emails/requests.ts';
import { createLog } from '../../api/platform/log.ts';
import { createSync } from '../../api/payments/sync/create-sync.ts';
import type { PlanId } from '../../schemas/api/payments.ts';
import { closeFreeEmbedded, connectAgain, urlOf } from '../harness/databases.ts';
import { addClock } from '../proofs/payments-clock.ts';
import { cardOf, runStandIn, type TestCard } from '../stripe-stand-in/running-stand-in.ts';
import { localPlans } from '../harness/small-site.ts';
import { addMember, runPayments } from './calls/running-payments.ts';

/** A database and a Stripe for many lives, one after the other; `close` both. */
export type World = Awaited<ReturnType<typeof openWorld>>;

export async function openWorld(fresh: Database) {
  await closeFreeEmbedded();
  const clock = await addClock(urlOf(fresh));
  const database = await connectAgain(fresh);
  await database.knex.raw('ALTER TABLE payments ALTER created_at SET DEFAULT clock.now()');
  const standIn = await runStandIn();
  return {
    clock,
    database,
    standIn,
    async close(): Promise<void> {
      await Promise.all([clock.close(), database.close(), standIn.stop()]);
    },
  };
}

interface Beginning {
  /** The second of the purchase, such as `2027-01-31T10:00:00Z`. */
  readonly at: string;
  readonly plan: PlanId;
  readonly card?: TestCard;
  /** Where the buyer is; default: nobody knows. */
  readonly country?: string;
}

let lives = 0;

/** In a test, somebody new buys a plan and pays. Time passes as the test says: here, in the database and at Stripe. */
export async function startLife({ clock, database, standIn }: World, { at, plan, card = 'good', country }: Beginning) {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await stopClocks(at);
  const { stripe: client } = standIn;
  const { id: test_clock } = await standIn.createClock(at);
  const member = await addMember(database, `${randomUUID()}@example.org`);
  const customer = await client.customers.create({ email: member.email, test_clock });
  await database.knex('customers').insert({ user_id: member.id, stripe_id: customer.id });
  const front = { standIn, client, faults: new Map(), meanwhile: new Map(), asked: [] };
  const payments = runPayments(database, front, { plans: localPlans });
  payments.moveTo(country ?? null);
  const warnings: unknown[] = [];
  const log = { ...createLog('silent'), warn: (...line: unknown[]) => void warnings.push(line) };
  const stripe = () => Promise.resolve(client);
  const sync = createSync({ database, stripe, enqueueEmail, isLive: () => false, wakeWorker: () => undefined, log });
  const { url } = await payments.buy(member, plan);
  // To the guarantee, two lives with one card are one person.
  const ownCard = { ...cardOf(card), expYear: 2090 + ++lives };
  await standIn.pay(url, ownCard);
  await sync.customer(customer.id);

  async function stopClocks(time: string): Promise<void> {
    vi.setSystemTime(new Date(time));
    await clock.stop(new Date(time));
  }

  /** Does something in Stripe's portal, and syncs. */
  async function inPortal(act: (portal: PortalActions, id: string) => Promise<PayResult>): Promise<string> {
    const { url } = await payments.portal(member);
    const { kind } = await act(standIn.standIn.portal, url.split('/').at(-1)!);
    await sync.customer(customer.id);
    return kind;
  }

  /** Of the last payment of a plan. */
  async function chargeOf(plan: PlanId): Promise<string> {
    const row = database.knex('payments').where({ user_id: member.id, plan }).orderBy('paid_at', 'desc');
    const { payment_intent_id: payment_intent } = await row.first<{ payment_intent_id: string }>();
    const { data } = await client.charges.list({ payment_intent });
    return data[0]!.id;
  }

  const subscription = async () => (await payments.list(member)).subscriptions[0]!;
  const access = () => readAccess(database, member.id);
  return {
    userId: member.id,
    /** What was logged as a warning by the syncs of the life. */
    warnings,
    subscription,
    /** It is that time now. Stripe does what is due, without a sync here. */
    async goTo(time: string): Promise<void> {
      await stopClocks(time);
      await standIn.advance(test_clock, time);
    },
    /** `accessTo` as `users/me` tells it now, without milliseconds. */
    access,
    /** The same after a sync with Stripe. */
    async syncedAccess(): Promise<string | null> {
      await sync.customer(customer.id);
      return access();
    },
    cancel: () => inPortal((portal, id) => portal.setRenewal(id, false)),
    resume: () => inPortal((portal, id) => portal.setRenewal(id, true)),
    /** Changes the plan in Stripe's portal, with the card that is there. */
    change: (to: PlanId) => payments.change(member, to),
    /** Support gives credit for the next payments, in Stripe's dashboard. */
    async gift(amount: number): Promise<void> {
      await client.customers.createBalanceTransaction(customer.id, { amount: -amount, currency: 'usd' });
    },
    /** Support makes a credit note of the last invoice, in Stripe's dashboard. */
    async creditNote(note: Omit<Stripe.CreditNoteCreateParams, 'invoice'>): Promise<void> {
      const { data } = await client.invoices.list({ customer: customer.id, limit: 1 });
      await client.creditNotes.create({ invoice: data[0]!.id, ...note });
      await sync.customer(customer.id);
    },
    /** Support gives the last payment of a plan back, in Stripe's dashboard. */
    async giveBack(plan: PlanId): Promise<void> {
      await client.refunds.create({ charge: await chargeOf(plan) });
      await sync.customer(customer.id);
    },
    /** The bank is asked for the last payment of a plan, or decides. */
    async dispute(plan: PlanId, status?: Stripe.Dispute.Status): Promise<void> {
      await standIn.dispute(await chargeOf(plan), status);
      await sync.customer(customer.id);
    },
    /** What has been paid and not given back. */
    async paid(): Promise<number> {
      const all = (await payments.list(member)).payments;
      return all.reduce((sum, { amount, refundedAmount }) => sum + amount - refundedAmount, 0);
    },
    lifetimePrice: () => payments.lifetimePrice(member),
    /** Stripe's page for Lifetime at the price that was shown. */
    openLifetime: async ({ amount, currency }: { readonly amount: number; readonly currency?: string }) =>
      (await payments.buy(member, 'lifetime', undefined, { amount, ...(currency && { currency }) })).url,
    /** Pays on such a page, and syncs. */
    async pay(page: string): Promise<string> {
      const { kind } = await standIn.pay(page, ownCard);
      await sync.customer(customer.id);
      return kind;
    },
    sync: () => sync.customer(customer.id),
    balance: async () => ((await client.customers.retrieve(customer.id)) as Stripe.Customer).balance,
    /** Of the first payment, or of that for Lifetime. */
    async refund(plan?: PlanId) {
      const all = (await payments.list(member)).payments;
      const asked = plan ? all.find((payment) => payment.plan === plan) : all.at(-1);
      return payments.refund(member, asked!.id);
    },
    payments: async () => (await payments.list(member)).payments,
    /** Pays the invoice that is open, on Stripe's page. */
    payOpenInvoice: async () => standIn.payInvoice((await subscription()).payUrl ?? ''),
  };
}

async function readAccess({ knex }: Database, userId: string): Promise<string | null> {
  const { rows } = await knex.raw<{ rows: { access_to: Date | null }[] }>('SELECT * FROM access_of(?)', [userId]);
  const time = rows[0]?.access_to?.toISOString() ?? null;
  return time && time.replace('.000Z', 'Z');
}

/** In a test, this process is in that time zone. */
export function moveTo(timeZone: string): void {
  const before = process.env['TZ'];
  process.env['TZ'] = timeZone;
  onTestFinished(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });
}

/** So many seconds after a time, in the same form. */
export function after(time: string, seconds: number): string {
  return new Date(Date.parse(time) + seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
