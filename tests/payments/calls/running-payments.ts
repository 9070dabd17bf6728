import type { PlanId } from '../../../schemas/api/payments.ts';
import * as calls from '../../../schemas/api/payments.ts';
import type { CardInput } from '../../../scripts/stripe-stand-in/billing/cards.ts';
import type { ReplyOf } from '../../../schemas/api/call.ts';
import type { User } from '../../../schemas/api/values.ts';
import type { Database } from '../../../api/platform/db/database.ts';
import { enqueueEmail } from '../../../api/emails/requests.ts';
import { createLog } from '../../../api/platform/log.ts';
import type { PaymentDependencies } from '../../../api/payments/open-payments.ts';
import { createPaymentEndpoints } from '../../../api/payments/payments.ts';
import { createPortals } from '../../../api/payments/portal-configurations.ts';
import { createPrices } from '../../../api/payments/prices.ts';
import { createSync } from '../../../api/payments/sync/create-sync.ts';
import { makeCall, signedIn } from '../../harness/api-calls.ts';
import { plans } from '../../harness/small-site.ts';
import { startStripe, type StripeFront } from './stripe-front.ts';

/** The calls about payments on this database and this Stripe, without HTTP. Nothing is limited. */
export function runPayments(database: Database, stripe: StripeFront, overrides: Partial<PaymentDependencies> = {}) {
  const limits: string[] = [];
  let country: string | null = null;
  const log = createLog('silent');
  const source = () => Promise.resolve(stripe.client);
  const sync = createSync({
    database,
    stripe: source,
    enqueueEmail,
    isLive: () => false,
    wakeWorker: () => undefined,
    log,
  });
  const prices = createPrices(source);
  const endpoints = createPaymentEndpoints({
    database,
    rateLimits: {
      consume: async ({ name }) => void limits.push(name),
      tryConsume: () => Promise.resolve(true),
      release: () => Promise.resolve(),
      reset: () => Promise.resolve(),
    },
    stripe: source,
    prices,
    pages: { promotionCodes: false, automaticTax: false, cancelOffer: null },
    portals: createPortals(source, { prices, plans: overrides.plans ?? plans }),
    sync,
    plans,
    funnels: new Map(),
    siteUrl: () => 'https://example.com',
    log,
    ...overrides,
  });

  const call = <Reply>(call: { readonly id: string }, user: User, parts: CallOptions = {}) =>
    makeCall<Reply>(endpoints, call, { user: signedIn(user), country, ...parts });

  const buy = (user: User, plan: PlanId = 'basic', tracking?: calls.Tracking, shown: ShownPrice = {}) =>
    call<ReplyOf<typeof calls.buy>>(calls.buy, user, { body: { plan, ...(tracking && { tracking }), ...shown } });
  const status = (user: User, id: string) => call<ReplyOf<typeof calls.status>>(calls.status, user, { params: { id } });
  const list = (user: User, query: { readonly fresh?: boolean } = {}) =>
    call<ReplyOf<typeof calls.subscriptions>>(calls.subscriptions, user, { query });
  const portal = (user: User, to?: 'card' | 'plan' | 'cancel') =>
    call<ReplyOf<typeof calls.portal>>(calls.portal, user, { body: to === undefined ? {} : { to } });
  return {
    limits,
    sync,
    /** Where anyone who calls is from now on. */
    moveTo: (to: string | null) => void (country = to),
    buy,
    status,
    lifetimePrice: (user: User) => call<ReplyOf<typeof calls.lifetimePrice>>(calls.lifetimePrice, user),
    list,
    portal,
    /** Changes the plan in Stripe's portal, with the card that is there, and syncs. */
    async change(user: User, to: PlanId): Promise<string> {
      const session = (await portal(user)).url.split('/').at(-1)!;
      const currency = (await list(user)).subscriptions[0]!.currency.toLowerCase();
      const { data } = await stripe.client.prices.list({ product: `plan_${to}`, active: true, currency });
      const { kind } = await stripe.standIn.standIn.portal.changePlan(session, data[0]!.id);
      await sync.user(user.id);
      return kind;
    },
    refund: (user: User, id: string) => call<calls.Payment>(calls.refundPayment, user, { params: { id } }),
    /** Buys a plan and pays for it; resolves to the payment's id. */
    async purchase(user: User, plan: PlanId = 'basic', { tracking, card }: PurchaseOptions = {}): Promise<string> {
      const { id, url } = await buy(user, plan, tracking);
      await stripe.standIn.pay(url, card);
      await letTimePass(database);
      await status(user, id);
      return id;
    },
  };
}

/** In a test, starts a Stripe, the calls about payments on this database, and a member who may buy. */
export async function startPayments(database: Database, overrides: Partial<PaymentDependencies> = {}) {
  const stripe = await startStripe();
  return { database, stripe, payments: runPayments(database, stripe, overrides), ada: await addMember(database) };
}

interface PurchaseOptions {
  readonly tracking?: calls.Tracking;
  readonly card?: CardInput;
}

/** Until when a member may listen; null: not at all. */
export async function accessOf({ knex }: Database, { id }: User): Promise<Date | null> {
  const { rows } = await knex.raw<{ rows: { access_to: Date | null }[] }>('SELECT * FROM access_of(?)', [id]);
  return rows[0]?.access_to ?? null;
}

interface ShownPrice {
  readonly amount?: number;
  readonly currency?: string;
}

/** So much that Stripe may be asked about everybody again. */
export async function letTimePass({ knex }: Database): Promise<void> {
  await knex.raw(`UPDATE customers SET read_started_at = read_started_at - interval '10 seconds'`);
}

interface CallOptions {
  readonly params?: object;
  readonly body?: object;
  readonly query?: object;
}

/** A member who came by an advertisement. */
export async function addMember({ knex }: Database, email = 'ada@example.org'): Promise<User> {
  const row = {
    email,
    first_name: 'Ada',
    password_hash: 'x',
    agreed_at: knex.fn.now(),
    promo: JSON.stringify({ utm_source: 'ad' }),
  };
  const [added] = await knex('users').insert(row).returning<{ id: string; unsubscribe_id: string }[]>('*');
  const { id, unsubscribe_id: unsubscribeId } = added!;
  const visit = { funnel: 'sleep-issues', version: '1', answers: '{}', input: '{}', outcome: 'only' };
  await knex('visits').insert({ ...visit, user_id: id });
  const about = { language: 'en', emailVerified: false, accessTo: null, topic: null, emailSubscribed: true } as const;
  return { id, email, firstName: 'Ada', unsubscribeId, role: 'member', pastDue: false, ...about };
}
