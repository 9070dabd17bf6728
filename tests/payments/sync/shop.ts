import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Database } from '../../../api/platform/db/database.ts';
import { enqueueEmail, emailJob, type EmailRequest } from '../../../api/emails/requests.ts';
import { createJobStore } from '../../../api/platform/jobs/queue.ts';
import { createLog } from '../../../api/platform/log.ts';
import { createPaymentJobs } from '../../../api/payments/events/jobs.ts';
import { createPrices } from '../../../api/payments/prices.ts';
import type { ManifestPlan } from '../../../api/payments/plan.ts';
import type { StripeSource } from '../../../api/payments/stripe.ts';
import { createSync, type SyncDependencies } from '../../../api/payments/sync/create-sync.ts';
import type { PlanId } from '../../../schemas/api/payments.ts';
import { addUser } from '../../emails/mailing.ts';
import type { RunningStandIn } from '../../stripe-stand-in/running-stand-in.ts';

const plans: Readonly<Record<PlanId, ManifestPlan>> = {
  basic: { id: 'basic', amount: 1900, currency: 'USD', months: 1, recommended: false },
  three_months: { id: 'three_months', amount: 3900, currency: 'USD', months: 3, recommended: true },
  lifetime: { id: 'lifetime', amount: 9900, currency: 'USD', months: null, recommended: false },
};

export interface Customer {
  readonly userId: string;
  readonly stripeId: string;
}

export interface Purchase {
  readonly paymentId: string;
  readonly checkoutId: string;
}

export type Shop = ReturnType<typeof openShop>;

/** What is sold here, on this database and with this stand-in for Stripe. */
export function openShop(database: Database, standIn: RunningStandIn, overrides: Partial<SyncDependencies> = {}) {
  const stripe: StripeSource = overrides.stripe ?? (() => Promise.resolve(standIn.stripe));
  const log = createLog('silent');
  const sync = createSync({
    database,
    stripe,
    enqueueEmail,
    isLive: () => false,
    wakeWorker: () => undefined,
    log,
    ...overrides,
  });
  const prices = createPrices(() => Promise.resolve(standIn.stripe));
  const handlers = createPaymentJobs({ database, stripe, sync });

  const shop = {
    database,
    stripe,
    sync,
    handlers,
    /** With a test clock where its time is to pass. */
    async addCustomer({ clock }: { clock?: string } = {}): Promise<Customer> {
      const { id: userId, email } = await addUser(database);
      const about = { email, name: 'Lucía', metadata: { userId }, ...(clock && { test_clock: clock }) };
      const { id: stripeId } = await standIn.stripe.customers.create(about);
      await database.knex('customers').insert({ user_id: userId, stripe_id: stripeId });
      return { userId, stripeId };
    },
    /** As the removal of the account leaves it. */
    async removeAccount({ userId }: Pick<Customer, 'userId'>, deletedAt = new Date()): Promise<void> {
      const erased = { email: null, password_hash: null, deleted_at: deletedAt };
      await database.knex('users').where({ id: userId }).update(erased);
    },
    /** Begins a payment, whose page is open then. */
    async begin({ userId, stripeId }: Customer, plan: PlanId): Promise<Purchase> {
      const { amount, months } = plans[plan];
      const paymentId = randomUUID();
      const row = { id: paymentId, user_id: userId, plan, kind: 'purchase', amount, currency: 'USD' };
      await database
        .knex('payments')
        .insert({ ...row, status: 'created', expires_at: new Date(Date.now() + 7_200_000) });
      const { id: checkoutId } = await standIn.stripe.checkout.sessions.create({
        ...pageOf({ paymentId, userId, plan }, months !== null),
        customer: stripeId,
        client_reference_id: paymentId,
        line_items: [{ price: await prices.find(plans[plan], 'en'), quantity: 1 }],
        success_url: 'https://still.example/cabinet/payment',
      });
      const stored = database.knex('payments').where({ id: paymentId });
      await stored.update({ status: 'pending', checkout_id: checkoutId });
      return { paymentId, checkoutId };
    },
    /** A whole purchase, of which nothing has been read yet. */
    async buy(customer: Customer, plan: PlanId): Promise<Purchase> {
      const purchase = await shop.begin(customer, plan);
      await standIn.pay(purchase.checkoutId);
      return purchase;
    },
    /** Changes the only plan, as its member does it in Stripe's portal. */
    async change(customer: Customer, plan: PlanId): Promise<void> {
      const { id, items } = await shop.subscriptionOf(customer);
      await standIn.stripe.subscriptions.update(id, {
        items: [{ id: items.data[0]!.id, price: await prices.find(plans[plan], 'en') }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      });
    },
    /** Does all jobs about payments that are due, several at once. */
    async workOff(): Promise<void> {
      const store = createJobStore(database);
      const kinds = Object.keys(handlers);
      const { signal } = new AbortController();
      for (;;) {
        const jobs = await store.claim({ kinds, limit: 4, leaseSeconds: 60 });
        if (jobs.length === 0) return;
        await Promise.all(
          jobs.map(async (job) => {
            await handlers[job.kind]?.(job, signal);
            await store.finish(job);
          }),
        );
      }
    },
    /** Each payment as `kind status`, in the order in which they were paid. */
    async payments({ userId }: Customer): Promise<string[]> {
      const rows = database.knex('payments').where({ user_id: userId }).orderBy(['paid_at', 'created_at']);
      return (await rows.select<{ kind: string; status: string }[]>('kind', 'status')).map(
        ({ kind, status }) => `${kind} ${status}`,
      );
    },
    async subscriptions({ userId }: Customer): Promise<string[]> {
      const rows = database.knex('subscriptions').where({ user_id: userId }).orderBy('created_at');
      return (await rows.select<{ status: string }[]>('status')).map(({ status }) => status);
    },
    /** Each grant as `source`, or `no source` where it was taken back. */
    async grants({ userId }: Customer): Promise<string[]> {
      const rows = database.knex('access_grants').where({ user_id: userId }).orderBy('source');
      const found = await rows.select<{ source: string; revoked_at: Date | null }[]>('source', 'revoked_at');
      return found.map(({ source, revoked_at: revokedAt }) => (revokedAt ? `no ${source}` : source));
    },
    /** The templates of all emails to a customer, in the order of the alphabet. */
    async emails({ userId }: Customer): Promise<string[]> {
      const jobs = database.knex('jobs').where({ kind: emailJob }).whereRaw(`payload->>'userId' = ?`, [userId]);
      const rows = await jobs.select<{ payload: EmailRequest }[]>('payload');
      return rows.map(({ payload }) => payload.template).toSorted();
    },
    /** The payment intent of the only charge that was paid, or of the last one. */
    async lastCharge({ stripeId }: Customer): Promise<Stripe.Charge> {
      const { data } = await standIn.stripe.charges.list({ customer: stripeId });
      return data[0]!;
    },
    async subscriptionOf({ stripeId }: Customer): Promise<Stripe.Subscription> {
      const { data } = await standIn.stripe.subscriptions.list({ customer: stripeId, status: 'all' });
      return data[0]!;
    },
  };
  return shop;
}

type Metadata = Readonly<Record<'paymentId' | 'userId' | 'plan', string>>;

function pageOf(metadata: Metadata, isSubscription: boolean): Stripe.Checkout.SessionCreateParams {
  return isSubscription
    ? { mode: 'subscription', metadata, subscription_data: { metadata } }
    : { mode: 'payment', metadata, payment_intent_data: { metadata } };
}
