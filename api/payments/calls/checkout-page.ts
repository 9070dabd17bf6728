import type { Stripe } from 'stripe';
import type { ClaimedPayment } from './claim-payment.ts';
import { type Credit, ensureCoupon, noteCredit } from '../credit.ts';
import { ensureCustomer, findCustomer, type Payer } from '../customers.ts';
import type { PaymentDependencies } from '../open-payments.ts';
import type { ManifestPlan } from '../plan.ts';
import { expirePage, isOfStripe, isStripeRefusal, stripeReason } from '../stripe.ts';
import type { Database } from '../../platform/db/database.ts';
import { endsWithin } from '../../platform/jobs/signal.ts';
import type { ReplyOf } from '../../../schemas/api/call.ts';
import type { buy } from '../../../schemas/api/payments.ts';

interface PageToMake {
  readonly plan: ManifestPlan;
  readonly credit: Credit | null;
  readonly payment: ClaimedPayment;
  readonly payer: Payer;
}

/**
 * Makes Stripe create the page of a payment, and stores it; asked again, Stripe answers with the same page. Resolves to
 * null where the payment was closed meanwhile, or its account removed: then the page is closed too.
 */
export async function makePage(services: PaymentDependencies, page: PageToMake): Promise<ReplyOf<typeof buy> | null> {
  const { database, stripe, prices, pages, siteUrl } = services;
  const { id } = page.payment;
  const customer = await ensureCustomer(services, page.payer, id);
  const price = await prices.find(page.plan, page.payer.language);
  const client = await stripe();
  const { credit, payer } = page;
  const coupon = credit && (await ensureCoupon(client, { ...page, credit, language: payer.language }));
  const params = describePage({ ...page, customer, price, coupon, pages, siteUrl: siteUrl() });
  const session = await client.checkout.sessions.create(params, { idempotencyKey: `checkout-${id}` });
  const url = session.url ?? '';
  if (await storePage(database, [id, session.id, url])) return { id, url };
  await expirePage(client, session.id);
  return null;
}

interface PageOptions extends PageToMake {
  readonly customer: string;
  readonly price: string;
  readonly coupon: string | null;
  readonly pages: PaymentDependencies['pages'];
  readonly siteUrl: string;
}

function describePage(parts: PageOptions): Stripe.Checkout.SessionCreateParams {
  const { plan, credit, payment, payer, customer, price, coupon, pages, siteUrl } = parts;
  const metadata = { paymentId: payment.id, userId: payer.userId, plan: plan.id, ...(credit && noteCredit(credit)) };
  const back = `${siteUrl}/cabinet/payment?payment=${payment.id}`;
  return {
    ...(plan.months === null
      ? { mode: 'payment', payment_intent_data: { metadata }, invoice_creation: { enabled: true } }
      : { mode: 'subscription', subscription_data: { metadata } }),
    customer,
    client_reference_id: payment.id,
    metadata,
    line_items: [{ price, quantity: 1 }],
    // A card pays at once or not at all: no payment is open for days.
    allowed_payment_method_types: ['card'],
    // Stripe takes either.
    ...(coupon === null ? pages.promotionCodes && { allow_promotion_codes: true } : { discounts: [{ coupon }] }),
    // The address that is asked for then is kept for the renewals.
    ...(pages.automaticTax && { automatic_tax: { enabled: true }, customer_update: { address: 'auto' } }),
    locale: payer.language,
    // What is paid is what our page has shown, in its currency.
    adaptive_pricing: { enabled: false },
    expires_at: Math.floor(payment.expiresAt.getTime() / 1_000),
    success_url: back,
    cancel_url: `${back}&back=1`,
  };
}

async function storePage(database: Database, values: readonly [id: string, checkoutId: string, url: string]) {
  const stored = await database.query({ name: 'store-checkout', text: storeText, values });
  return stored.length > 0;
}

// A call that took over may have stored the same page already.
const storeText = `
  UPDATE payments SET status = 'pending', checkout_id = $2, checkout_url = $3, asked_until = NULL
  FROM users
  WHERE payments.id = $1 AND users.id = user_id AND deleted_at IS NULL
    AND (status = 'created' OR status = 'pending' AND checkout_id = $2)
  RETURNING payments.id`;

/**
 * Closes an open payment, so that it can no longer be paid. Where it already was, it is written down
 * as what it is instead.
 */
export async function closePage(services: PaymentDependencies, userId: string, payment: ClaimedPayment): Promise<null> {
  const { database, stripe, sync } = services;
  const client = await stripe();
  const pages = payment.checkoutId === null ? await findPages(services, userId, payment.id) : [payment.checkoutId];
  for (const page of pages) {
    if ((await expirePage(client, page)) === 'closed') continue;
    await sync.user(userId);
    await database.query({ name: 'let-payment-go', text: letGoText, values: [payment.id] });
    return null;
  }
  await database.query({ name: 'close-payment', text: closeText, values: [payment.id] });
  return null;
}

/**
 * Closes whatever page a user could still pay on, for an account that is about to be removed. Where Stripe does not
 * answer in time it resolves all the same: the removal's own job closes the rest.
 */
export function createClosePages(
  { database, stripe, log }: Pick<PaymentDependencies, 'database' | 'stripe' | 'log'>,
  timeoutMilliseconds = 3_000,
): (userId: string) => Promise<void> {
  return async (userId) => {
    const closing = closePages({ database, stripe }, userId).catch((error: unknown) => {
      if (!isOfStripe(error)) throw error;
      log.warn('pages_not_closed', { reason: stripeReason(error) });
    });
    await endsWithin(timeoutMilliseconds, closing);
  };
}

/** Closes whatever page a user could still pay on. */
export async function closePages(
  { database, stripe }: Pick<PaymentDependencies, 'database' | 'stripe'>,
  userId: string,
): Promise<void> {
  const values = [userId];
  const open = await database.query<OpenPage>({ name: 'customer-with-open-page', text: openText, values });
  for (const { customer } of open) {
    const client = await stripe();
    for (const { id } of await listOpenPages(client, customer)) await expirePage(client, id);
  }
}

/** None where Stripe doesn't know the customer. */
async function listOpenPages(client: Stripe, customer: string): Promise<readonly Stripe.Checkout.Session[]> {
  const pages = client.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  try {
    return await pages.autoPagingToArray({ limit: 1_000 });
  } catch (error) {
    if (isStripeRefusal(error, 'resource_missing')) return [];
    throw error;
  }
}

interface OpenPage {
  readonly customer: string;
}

const openText = `
  SELECT stripe_id AS customer FROM customers
  WHERE user_id = $1 AND EXISTS (
    SELECT FROM payments WHERE payments.user_id = customers.user_id AND status IN ('created', 'pending'))`;

/** Pages that Stripe made for the payment though we never heard of it. */
async function findPages({ database, stripe }: PaymentDependencies, userId: string, paymentId: string) {
  const customer = await findCustomer(database, userId);
  if (customer === null) return [];
  const client = await stripe();
  const pages = await listOpenPages(client, customer);
  return pages.filter(({ client_reference_id }) => client_reference_id === paymentId).map(({ id }) => id);
}

const letGoText = 'UPDATE payments SET asked_until = NULL WHERE id = $1';

const closeText = `
  UPDATE payments SET status = 'expired', asked_until = NULL WHERE id = $1 AND status IN ('created', 'pending')`;
