import type { Stripe } from 'stripe';
import type { Language } from '../../schemas/api/values.ts';
import type { Database } from '../platform/db/database.ts';
import type { ManifestPlan } from './plan.ts';
import { creditNames, productOf } from './prices.ts';
import { type BoughtRows, readBought, type SubscriptionRow } from './rows.ts';
import { isStripeRefusal, type StripeSource } from './stripe.ts';

/** What comes off the price of Lifetime for a plan that runs and is paid. */
export interface Credit {
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** What of it is of the customer's balance at Stripe, as a change to a smaller plan leaves it. */
  readonly balance: number;
  /** Stripe's id of the one that the current period was paid with: another one, and the credit is another. */
  readonly invoice: string;
}

interface Dependencies {
  readonly database: Database;
  readonly stripe: StripeSource;
}

/** The rest of a period is counted in these, in the buyer's favour: so the price stays as it was shown for hours. */
const step = 10;
/** Stripe takes no smaller payment: half a dollar, or what comes near it in a currency whose prices are larger numbers. */
function minPayment({ amount }: ManifestPlan): number {
  return Math.max(50, Math.ceil(amount / 100));
}

/**
 * What Stripe would credit if the plan that runs were canceled now, as far as it wasn't given back; null where there is
 * none, or its last payment was not made or is disputed. Rejects where Stripe does not answer.
 */
export async function readCredit(
  { database, stripe }: Dependencies,
  userId: string,
  plan: ManifestPlan,
): Promise<Credit | null> {
  if (plan.months !== null) return null;
  const bought = await readBought(database, userId);
  const running = bought.subscriptions.findLast((each) => each.status === 'active' && !isDisputed(each, bought));
  if (!running) return null;
  const { subscriptions, invoices } = await stripe();
  const { id: subscription } = running;
  const found = await subscriptions.retrieve(subscription, { expand: ['latest_invoice'] });
  const invoice = found.latest_invoice as Stripe.Invoice | null;
  const isOfCurrency = found.currency === plan.currency.toLowerCase();
  if (found.status !== 'active' || invoice?.status !== 'paid' || !isOfCurrency) return null;
  const preview = await invoices.createPreview({ subscription, subscription_details: { cancel_now: true } });
  // Stripe takes nothing of what was given back off what it would credit.
  const paid = bought.payments.find(({ invoiceId }) => invoiceId === invoice.id);
  const most = Math.max(priceOf(found) - (paid?.refundedAmount ?? 0), 0);
  const left = Math.min(Math.ceil(Math.max(-preview.total, 0) / step) * step, most);
  const balance = Math.max(-preview.starting_balance, 0);
  const amount = Math.min(left + balance, plan.amount - minPayment(plan));
  // The balance is of use later as well, so that it comes second.
  return amount > 0 ? { amount, balance: Math.max(amount - left, 0), invoice: invoice.id } : null;
}

function isDisputed({ id }: SubscriptionRow, { payments }: BoughtRows): boolean {
  return payments.some(({ subscriptionId, disputed }) => disputed && subscriptionId === id);
}

/** What a payment of a subscription takes, before anything is taken off. */
export function priceOf({ items }: Stripe.Subscription): number {
  return items.data.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1), 0);
}

/** What is paid for a plan. */
export function priceAfter(credit: Credit | null, { amount }: ManifestPlan): number {
  return amount - (credit?.amount ?? 0);
}

interface CreditedPage {
  readonly credit: Credit;
  readonly plan: ManifestPlan;
  readonly language: Language;
  readonly payment: { readonly id: string; readonly expiresAt: Date };
}

/** Stripe's id of what takes the credit off: for one payment, as long as its page can be paid. Calls again find it. */
export async function ensureCoupon({ coupons }: Stripe, page: CreditedPage): Promise<string> {
  const { credit, plan, language, payment } = page;
  const id = `credit-${payment.id}`;
  try {
    await coupons.create({
      id,
      name: creditNames[language],
      amount_off: credit.amount,
      currency: plan.currency.toLowerCase(),
      duration: 'once',
      max_redemptions: 1,
      redeem_by: Math.floor(payment.expiresAt.getTime() / 1_000),
      applies_to: { products: [productOf({ plan, language })] },
    });
  } catch (error) {
    if (!isStripeRefusal(error, 'resource_already_exists')) throw error;
  }
  return id;
}

/** What a page says of its credit to those who read it later. */
export function noteCredit({ invoice, balance }: Credit): Readonly<Record<string, string>> {
  return { creditOf: invoice, creditBalance: String(balance) };
}

/** The same, read; null: the page takes nothing off for a plan. */
export function readNote({ creditOf, creditBalance }: Stripe.Metadata): Omit<Credit, 'amount'> | null {
  return creditOf ? { invoice: creditOf, balance: Number(creditBalance) } : null;
}
