import type { Stripe } from 'stripe';
import { takeFromBalance } from '../balance.ts';
import type { Credit } from '../credit.ts';
import type { Log } from '../../platform/log.ts';
import { asStripeError, expirePage, isOfStripe, isStripeRefusal, stripeReason, StripeError } from '../stripe.ts';
import type { OwnRows, PaymentRow } from '../rows.ts';
import { creditOf, isCreditVoid, type SettledPayment, timeOf } from './settle-payments.ts';
import { isFailing, isLive, isPaidOnce, type SettledSubscription } from './settle-subscriptions.ts';
import type { CheckoutSnapshot, CustomerSnapshot, PaymentIndex } from './snapshot.ts';

/** Something to be done at Stripe. */
export type StripeAction =
  /** Gives back all that is left of a payment. */
  | { readonly kind: 'refund'; readonly paymentIntentId: string }
  /**
   * At once; but not where Stripe refuses to give back the payment intent that is `refundedIntentId` for it: once it has ended,
   * that would no longer show.
   */
  | { readonly kind: 'cancel'; readonly subscriptionId: string; readonly refundedIntentId?: string }
  | { readonly kind: 'cancel_at_period_end'; readonly subscriptionId: string }
  /** Makes the card that pays an open invoice the one for renewals too. */
  | { readonly kind: 'keep_new_card'; readonly subscriptionId: string }
  /** Charges this card for a subscription from now on. */
  | { readonly kind: 'take_card'; readonly subscriptionId: string; readonly card: string }
  /** How much of the customer's balance this payment uses in all; 0: the balance gets it back. */
  | { readonly kind: 'take_credit'; readonly paymentId: string; readonly amount: number; readonly currency: string }
  /** Closes a page, so that it can't be paid. */
  | { readonly kind: 'expire'; readonly checkoutId: string };

interface Entitlements {
  readonly own: Pick<OwnRows, 'deletedAt'>;
  readonly payments: readonly SettledPayment[];
  /** Oldest first. */
  readonly subscriptions: readonly SettledSubscription[];
  readonly checkouts: readonly CheckoutSnapshot[];
  readonly balance: CustomerSnapshot['balance'];
  readonly index: PaymentIndex;
}

/**
 * What has to be ended at Stripe, and given back. Refunds come first: should the rest not be reached, a payment that was
 * given back still tells the next time that its subscription has to end.
 */
export function chooseActions(holdings: Entitlements): StripeAction[] {
  const refunds = holdings.payments.filter((payment) => isRefundable(payment) && mustRefund(payment, holdings));
  return [
    ...refunds.map(({ row }): StripeAction => ({ kind: 'refund', paymentIntentId: row.paymentIntentId ?? '' })),
    ...creditsToTake(holdings),
    ...holdings.subscriptions.flatMap((subscription) => chooseForSubscription(subscription, holdings)),
    ...pagesToClose(holdings).map(({ id }): StripeAction => ({ kind: 'expire', checkoutId: id })),
  ];
}

/** Of what the bank takes back, nothing can be given back. */
function isRefundable({ row, dispute }: SettledPayment): boolean {
  return row.status === 'succeeded' && row.amount > 0 && row.paymentIntentId !== null && dispute === null;
}

/** Whether it paid for something that its customer had already, or could no longer use. */
function mustRefund(payment: SettledPayment, holdings: Entitlements): boolean {
  const { own, subscriptions } = holdings;
  const lifetime = ownedLifetime(holdings);
  if (isAfterRemoval(payment.row, own.deletedAt)) return true;
  if (isPaidOnce(payment.row))
    return (lifetime !== undefined && payment !== lifetime) || isCreditVoid(payment, holdings);
  const subscription = subscriptions.find(({ row }) => row.id === payment.row.subscriptionId);
  if (!subscription) return false;
  if (isSecond(subscription, holdings) && payment === subscription.covering) return true;
  const { endedAt } = subscription.row;
  if (endedAt && timeOf(payment) >= endedAt.getTime()) return true;
  return lifetime !== undefined && isPaidUnder(payment, lifetime, holdings);
}

const removalMarginMilliseconds = 60_000;

/**
 * Whether it may have been paid after the account was removed: Stripe's times are whole seconds by a clock of its own, so
 * what was paid up to a minute before counts too.
 */
export function isAfterRemoval({ paidAt }: Pick<PaymentRow, 'paidAt'>, deletedAt: Date | null): boolean {
  if (paidAt === null || deletedAt === null) return false;
  return paidAt.getTime() >= deletedAt.getTime() - removalMarginMilliseconds;
}

/**
 * What was renewed or changed since the page of the Lifetime was made bought nothing: its price takes off what was left
 * by then. In one second with the payment, a renewal is taken for the later one.
 */
function isPaidUnder(payment: SettledPayment, lifetime: SettledPayment, { index }: Entitlements): boolean {
  const [paid, since] = [timeOf(payment), timeOf(lifetime)];
  const page = index.checkout(lifetime.row.checkoutId);
  if (page?.credit && page.credit.invoice === payment.row.invoiceId) return false;
  const offeredAt = page?.createdAt.getTime() ?? since;
  return paid > since || (payment.row.kind === 'renewal' && (paid === since || paid > offeredAt));
}

function chooseForSubscription(subscription: SettledSubscription, holdings: Entitlements): StripeAction[] {
  const { row, snapshot } = subscription;
  const { id: subscriptionId } = row;
  if (row.status === 'canceled') return [];
  if (mustEnd(subscription, holdings))
    return [{ kind: 'cancel', subscriptionId, ...refundFor(subscription, holdings) }];
  if (!isLive(row)) return [];
  // Nothing is charged any more while the bank asks for the money back: that would be one more to ask for.
  const mustNotRenew = subscription.isContested || ownedLifetime(holdings) !== undefined;
  return [
    ...(mustNotRenew && !row.cancelAtPeriodEnd ? [{ kind: 'cancel_at_period_end', subscriptionId } as const] : []),
    ...(snapshot.newerCard === null ? [] : [{ kind: 'take_card', subscriptionId, card: snapshot.newerCard } as const]),
    ...(snapshot.savesNewCard ? [] : [{ kind: 'keep_new_card', subscriptionId } as const]),
  ];
}

function mustEnd(subscription: SettledSubscription, holdings: Entitlements): boolean {
  const { row, snapshot, covering } = subscription;
  if (holdings.own.deletedAt || isMoneyBack(subscription)) return true;
  if (covering && isRefundable(covering) && mustRefund(covering, holdings)) return true;
  // Nothing is paid for that it could run to the end of (terms of service, "Cancel at any time").
  const isReplaced = ownedLifetime(holdings) !== undefined;
  if (isFailing(row) && (row.cancelAtPeriodEnd || isReplaced)) return true;
  // In the hour in which its renewal is a draft: that would be charged, and given back.
  if (isReplaced && snapshot.latestInvoice?.status === 'draft') return true;
  return isSecond(subscription, holdings);
}

/** What is owed only because of another one beside it. All else that is owed can be seen of one that has ended, too. */
function refundFor(subscription: SettledSubscription, holdings: Entitlements): { readonly refundedIntentId?: string } {
  const { covering } = subscription;
  if (holdings.own.deletedAt || !covering || !isRefundable(covering) || !isSecond(subscription, holdings)) return {};
  return covering.row.paymentIntentId === null ? {} : { refundedIntentId: covering.row.paymentIntentId };
}

/** Whether it runs beside an older one, which goes on. */
function isSecond(subscription: SettledSubscription, { subscriptions }: Entitlements): boolean {
  const running = subscriptions.filter((one) => isLive(one.row) && !isMoneyBack(one));
  return running.indexOf(subscription) > 0;
}

/** What was paid for the current period was given back, or the bank took it. */
function isMoneyBack({ covering }: SettledSubscription): boolean {
  return covering?.row.status === 'refunded';
}

/** The Lifetime that counts: the first one that was neither given back nor taken back. */
export function ownedLifetime({ payments }: Pick<Entitlements, 'payments'>): SettledPayment | undefined {
  return payments
    .filter(({ row }) => isPaidOnce(row) && row.status === 'succeeded')
    .sort((a, b) => timeOf(a) - timeOf(b) || ((a.id ?? '') < (b.id ?? '') ? -1 : 1))[0];
}

function pagesToClose({ own, payments, subscriptions, checkouts }: Entitlements): readonly CheckoutSnapshot[] {
  const isClosed = ({ id }: CheckoutSnapshot) =>
    payments.some(({ row }) => row.checkoutId === id && (row.status === 'expired' || row.status === 'failed'));
  const isOutdated = ({ credit }: CheckoutSnapshot) =>
    credit !== null && !subscriptions.some((subscription) => isCredited(subscription, credit));
  return checkouts.filter(
    (page) => page.status === 'open' && (own.deletedAt !== null || isClosed(page) || isOutdated(page)),
  );
}

/** The rest of it is what the credit says. */
function isCredited({ row, snapshot, isContested }: SettledSubscription, credit: Credit): boolean {
  return row.status === 'active' && !isContested && snapshot.latestInvoice?.id === credit.invoice;
}

/** The customer's balance pays for a Lifetime what its page took off for it, and has it back with a refund. */
function creditsToTake({ payments, index, balance }: Entitlements): StripeAction[] {
  return payments.flatMap((payment): StripeAction[] => {
    const { id, row } = payment;
    const credit = creditOf(payment, index);
    if (!credit || id === null || row.paidAt === null) return [];
    const taken = balance.taken.get(id) ?? 0;
    const owed = taken || Math.max(Math.min(credit.balance, -balance.amount), 0);
    const amount = row.status === 'refunded' ? 0 : owed;
    return amount === taken ? [] : [{ kind: 'take_credit', paymentId: id, amount, currency: row.currency }];
  });
}

/** Stripe has refused an action. What was read before is written down, and all else is done. */
export class ActionRefused extends StripeError {}

/**
 * Does all that is to be done, one after the other. Rejects with a `StripeError` where Stripe does not answer, and, once
 * the rest is done, with an `ActionRefused` where it refuses one. Any of them may be done twice: what is done already
 * is left at that.
 */
export async function act(stripe: Stripe, { stripeId, actions, log }: Acting): Promise<void> {
  let refusal: ActionRefused | undefined;
  const notRefunded = new Set<string>();
  for (const action of actions) {
    if (action.kind === 'cancel' && action.refundedIntentId !== undefined && notRefunded.has(action.refundedIntentId))
      continue;
    const context = { action: action.kind, subject: subjectOf(action) };
    try {
      await run(stripe, action, stripeId);
      log.info('stripe_corrected', context);
    } catch (error) {
      const known = asStripeError(error);
      if (known instanceof StripeError || !isOfStripe(error)) throw known;
      if (isDoneAlready(error)) continue;
      log.error('stripe_refused', error, context);
      if (action.kind === 'refund') notRefunded.add(action.paymentIntentId);
      refusal = new ActionRefused(`${action.kind} was refused: ${stripeReason(error)}`, { cause: error });
    }
  }
  if (refusal) throw refusal;
}

interface Acting {
  /** The customer's. */
  readonly stripeId: string;
  readonly actions: readonly StripeAction[];
  readonly log: Log;
}

/** None but the last has a key of its own: doing it twice is doing it once, and Stripe repeats a failure for a day. */
async function run(stripe: Stripe, action: StripeAction, stripeId: string): Promise<void> {
  switch (action.kind) {
    case 'refund':
      await stripe.refunds.create({ payment_intent: action.paymentIntentId });
      return;
    case 'cancel':
      await stripe.subscriptions.cancel(action.subscriptionId);
      return;
    case 'cancel_at_period_end':
      await stripe.subscriptions.update(action.subscriptionId, { cancel_at_period_end: true });
      return;
    case 'keep_new_card': {
      const paymentSettings = { save_default_payment_method: 'on_subscription' } as const;
      await stripe.subscriptions.update(action.subscriptionId, { payment_settings: paymentSettings });
      return;
    }
    case 'take_card':
      await stripe.subscriptions.update(action.subscriptionId, { default_payment_method: action.card });
      return;
    case 'expire':
      await expirePage(stripe, action.checkoutId);
      return;
    case 'take_credit':
      await takeFromBalance(stripe, { ...action, customer: stripeId });
  }
}

/** By another call since it was read; for a subscription that has ended, Stripe says that there is none. */
function isDoneAlready(error: unknown): boolean {
  return isStripeRefusal(error, 'charge_already_refunded') || isStripeRefusal(error, 'resource_missing');
}

function subjectOf(action: StripeAction): string {
  if (action.kind === 'refund') return action.paymentIntentId;
  if (action.kind === 'take_credit') return action.paymentId;
  return action.kind === 'expire' ? action.checkoutId : action.subscriptionId;
}
