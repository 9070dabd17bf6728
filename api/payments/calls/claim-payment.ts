import type { Knex } from 'knex';
import type { Tracking } from '../../../schemas/api/payments.ts';
import { sourceOf } from '../../../engine/run/query.ts';
import { audit } from '../../platform/audit.ts';
import { ApiError } from '../../platform/http/problem.ts';
import { enqueueJob } from '../../platform/jobs/queue.ts';
import { type Credit, priceAfter } from '../credit.ts';
import type { Payer } from '../customers.ts';
import type { Language } from '../../../schemas/api/values.ts';
import type { ManifestPlan } from '../plan.ts';
import { paymentCheckJob } from '../events/jobs.ts';

/** An open payment whose page is to be made or closed, by no other call for half a minute. */
export interface ClaimedPayment {
  readonly id: string;
  /** Of Stripe's page; null where none was stored, though there may be one. */
  readonly checkoutId: string | null;
  readonly expiresAt: Date;
}

/** What is to be done about a purchase. */
export type Step =
  | { readonly kind: 'ready'; readonly id: string; readonly url: string }
  /** Another call makes or closes the page of that payment. */
  | { readonly kind: 'wait'; readonly id: string }
  | { readonly kind: 'make'; readonly payment: ClaimedPayment; readonly payer: Payer }
  /** The page is of another plan or price, or hardly lasts any more. */
  | { readonly kind: 'close'; readonly payment: ClaimedPayment };

export interface RequestedPurchase {
  readonly userId: string;
  readonly plan: ManifestPlan;
  readonly credit: Credit | null;
  readonly ip: string;
  readonly requestId: string;
  /** Where the buyer allows reports to analytics services. */
  readonly tracking?: Tracking | undefined;
}

/** The call that makes the page has given up by then. */
const checkAfterMilliseconds = 40_000;

/**
 * Decides what comes next for a purchase, and begins the payment where there is none; of any number at once, one makes
 * the page. Throws `already_subscribed`, and `not_signed_in` where the account has just been removed.
 */
export async function claimPayment(knex: Knex, purchase: RequestedPurchase): Promise<Step> {
  return knex.transaction(async (trx) => {
    const step = await chooseStep(trx, purchase);
    await saveTracking(trx, purchase);
    return step;
  });
}

async function chooseStep(trx: Knex, purchase: RequestedPurchase): Promise<Step> {
  const { source, ...buyer } = await lockBuyer(trx, purchase.userId);
  await refuseSecondPlan(trx, purchase);
  const open = await findOpen(trx, purchase.userId);
  const payer = { ...buyer, userId: purchase.userId };
  if (!open) return { kind: 'make', payment: await insertPayment(trx, purchase, source), payer };
  if (open.is_asked) return { kind: 'wait', id: open.id };
  const { id, checkout_id: checkoutId, checkout_url: url, expires_at: expiresAt } = open;
  const isWanted = isOf(open, purchase);
  if (isWanted && open.lasts && url !== null) return { kind: 'ready', id, url };
  await trx.raw(`UPDATE payments SET asked_until = now() + interval '30 seconds' WHERE id = ?`, [id]);
  const payment = { id, checkoutId, expiresAt };
  return isWanted && open.can_be_made && url === null ? { kind: 'make', payment, payer } : { kind: 'close', payment };
}

/** What the buyer allowed last is what counts: an open payment takes it over. */
async function saveTracking(trx: Knex, { userId, tracking }: RequestedPurchase): Promise<void> {
  await trx.raw(trackingText, { userId, tracking: tracking ? JSON.stringify(tracking) : null });
}

const trackingText = `
  UPDATE payments SET tracking = CAST(:tracking AS jsonb)
  WHERE user_id = :userId AND status IN ('created', 'pending') AND tracking IS DISTINCT FROM CAST(:tracking AS jsonb)`;

interface Buyer {
  readonly email: string;
  readonly firstName: string;
  readonly language: Language;
  /** The `utm_source` that led to the account. */
  readonly source: string | null;
}

async function lockBuyer(trx: Knex, userId: string): Promise<Buyer> {
  const text = `
    SELECT email, first_name AS "firstName", language, promo->>'utm_source' AS source
    FROM users WHERE id = ? AND deleted_at IS NULL FOR UPDATE`;
  const { rows } = await trx.raw<{ rows: Buyer[] }>(text, [userId]);
  if (!rows[0]) throw new ApiError('not_signed_in');
  return rows[0];
}

async function refuseSecondPlan(trx: Knex, { userId, plan }: RequestedPurchase): Promise<void> {
  const { rows } = await trx.raw<{ rows: { subscribed: boolean; lifetime: boolean }[] }>(ownedText, { userId });
  const isOwned = rows[0]?.lifetime || (rows[0]?.subscribed && plan.months !== null);
  if (isOwned) throw new ApiError('already_subscribed');
}

// A Lifetime that is disputed may be decided for its customer yet: until that is decided, no one pays twice.
const ownedText = `
  SELECT
    EXISTS (SELECT 1 FROM subscriptions WHERE user_id = :userId AND ended_at IS NULL
      AND status IN ('active', 'trialing', 'past_due', 'unpaid')) AS subscribed,
    EXISTS (SELECT 1 FROM payments WHERE user_id = :userId AND plan = 'lifetime' AND status = 'succeeded'
      AND NOT other_mode) AS lifetime`;

interface OpenRow {
  readonly id: string;
  readonly plan: string;
  readonly amount: number;
  readonly currency: string;
  readonly checkout_id: string | null;
  readonly checkout_url: string | null;
  readonly expires_at: Date;
  readonly is_asked: boolean;
  readonly lasts: boolean;
  readonly can_be_made: boolean;
}

async function findOpen(trx: Knex, userId: string): Promise<OpenRow | undefined> {
  const { rows } = await trx.raw<{ rows: OpenRow[] }>(openText, [userId]);
  return rows[0];
}

// Stripe makes no page that lasts for less than 30 minutes. Times that lie further ahead than they are ever set were
// written before the clock was set back.
const openText = `
  SELECT id, plan, amount, currency, checkout_id, checkout_url, expires_at,
    coalesce(asked_until BETWEEN now() AND now() + interval '1 minute', false) AS is_asked,
    expires_at > now() + interval '10 minutes' AS lasts,
    expires_at BETWEEN now() + interval '35 minutes' AND now() + interval '3 hours' AS can_be_made
  FROM payments WHERE user_id = ? AND status IN ('created', 'pending')`;

function isOf(open: OpenRow, { plan, credit }: RequestedPurchase): boolean {
  return open.plan === plan.id && open.amount === priceAfter(credit, plan) && open.currency === plan.currency;
}

async function insertPayment(
  trx: Knex,
  { userId, plan, credit, ip, requestId }: RequestedPurchase,
  source: string | null,
): Promise<ClaimedPayment> {
  const { id: planId, currency } = plan;
  const values = { userId, planId, amount: priceAfter(credit, plan), currency, source: sourceOf(source ?? '') || null };
  const { rows } = await trx.raw<{ rows: { id: string; expires_at: Date }[] }>(insertText, values);
  const { id, expires_at: expiresAt } = rows[0]!;
  await enqueueJob(trx, paymentCheckJob, { paymentId: id }, { runAt: new Date(Date.now() + checkAfterMilliseconds) });
  await audit(trx, { action: 'purchase_begun', userId, ip, requestId, details: { payment: id, plan: planId } });
  return { id, checkoutId: null, expiresAt };
}

const insertText = `
  INSERT INTO payments (
    user_id, plan, kind, status, amount, currency, expires_at, asked_until, funnel, visit_id, utm_source)
  SELECT id, :planId, 'purchase', 'created', :amount, :currency, now() + interval '2 hours',
    now() + interval '30 seconds', latest.funnel, latest.visit_id, :source
  FROM users LEFT JOIN (
    SELECT funnel, visit_id FROM visits WHERE user_id = :userId ORDER BY created_at DESC LIMIT 1) latest ON true
  WHERE id = :userId
  RETURNING id, expires_at`;
