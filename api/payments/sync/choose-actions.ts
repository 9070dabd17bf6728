import type { OwnRows } from './own-rows.ts';
import { isPaidOnce } from './settle-grants.ts';
import type { SettledPayment } from './settle-payments.ts';
import { isFailing, isLive, type SettledSubscription } from './settle-subscriptions.ts';
import type { CheckoutSnapshot } from './snapshot.ts';

/** Something to be done at Stripe. */
export type StripeAction =
  /** Gives back all that is left of a payment. */
  | { readonly kind: 'refund'; readonly paymentIntentId: string }
  /**
   * At once; but not where Stripe refuses to give back the payment intent that is `owed` for it: once it has ended,
   * nobody would see that any more.
   */
  | { readonly kind: 'cancel'; readonly subscriptionId: string; readonly owed?: string }
  | { readonly kind: 'cancel_at_period_end'; readonly subscriptionId: string }
  /** Has a card that pays an open invoice serve the renewals too. */
  | { readonly kind: 'keep_new_card'; readonly subscriptionId: string }
  /** Closes a page, so that nobody pays there. */
  | { readonly kind: 'expire'; readonly checkoutId: string };

interface Holdings {
  readonly own: Pick<OwnRows, 'deletedAt'>;
  readonly payments: readonly SettledPayment[];
  /** Oldest first. */
  readonly subscriptions: readonly SettledSubscription[];
  readonly checkouts: readonly CheckoutSnapshot[];
}

/**
 * What has to be ended at Stripe, and given back. Refunds come first: should the rest not be reached, a payment that was
 * given back still tells the next time that its subscription has to end.
 */
export function chooseActions(holdings: Holdings): StripeAction[] {
  const refunds = holdings.payments.filter((payment) => isRefundable(payment) && isUndue(payment, holdings));
  return [
    ...refunds.map(({ row }): StripeAction => ({ kind: 'refund', paymentIntentId: row.paymentIntentId ?? '' })),
    ...holdings.subscriptions.flatMap((subscription) => chooseForSubscription(subscription, holdings)),
    ...pagesToClose(holdings).map(({ id }): StripeAction => ({ kind: 'expire', checkoutId: id })),
  ];
}

/** Of what the bank takes back, nothing can be given back. */
function isRefundable({ row, dispute }: SettledPayment): boolean {
  return row.status === 'succeeded' && row.amount > 0 && row.paymentIntentId !== null && dispute === null;
}

/** Whether it paid for something that its customer had already, or could no longer use. */
function isUndue(payment: SettledPayment, holdings: Holdings): boolean {
  const { own, subscriptions } = holdings;
  const lifetime = heldLifetime(holdings);
  if (own.deletedAt && timeOf(payment) >= own.deletedAt.getTime() - removalMarginMilliseconds) return true;
  if (isPaidOnce(payment.row)) return lifetime !== undefined && payment !== lifetime;
  const subscription = subscriptions.find(({ row }) => row.id === payment.row.subscriptionId);
  if (!subscription) return false;
  if (isSecond(subscription, holdings) && payment === subscription.covering) return true;
  const { endedAt } = subscription.row;
  if (endedAt && timeOf(payment) >= endedAt.getTime()) return true;
  return lifetime !== undefined && isPaidUnder(payment, lifetime);
}

/**
 * Stripe's times are whole seconds by a clock of its own: what was paid up to this long before a removal may have been
 * paid after it, and is given back.
 */
export const removalMarginMilliseconds = 60_000;

/** In one second with the Lifetime, a renewal is taken for the later one: it bought nothing either way. */
function isPaidUnder(payment: SettledPayment, lifetime: SettledPayment): boolean {
  const [paid, since] = [timeOf(payment), timeOf(lifetime)];
  return paid > since || (paid === since && payment.row.kind === 'renewal');
}

function chooseForSubscription(subscription: SettledSubscription, holdings: Holdings): StripeAction[] {
  const { row, snapshot } = subscription;
  const { id: subscriptionId } = row;
  if (row.status === 'canceled') return [];
  if (mustEnd(subscription, holdings)) return [{ kind: 'cancel', subscriptionId, ...owedFor(subscription, holdings) }];
  if (!isLive(row)) return [];
  // Nothing is charged any more while the bank asks for the money back: that would be one more to ask for.
  const mustNotRenew = subscription.isContested || heldLifetime(holdings) !== undefined;
  return [
    ...(mustNotRenew && !row.cancelAtPeriodEnd ? [{ kind: 'cancel_at_period_end', subscriptionId } as const] : []),
    ...(snapshot.keepsNewCard ? [] : [{ kind: 'keep_new_card', subscriptionId } as const]),
  ];
}

function mustEnd(subscription: SettledSubscription, holdings: Holdings): boolean {
  const { row, covering } = subscription;
  if (holdings.own.deletedAt || isMoneyBack(subscription)) return true;
  if (covering && isRefundable(covering) && isUndue(covering, holdings)) return true;
  return isSecond(subscription, holdings) || (isFailing(row) && heldLifetime(holdings) !== undefined);
}

/** What is owed only because of another one beside it. All else that is owed can be seen of one that has ended, too. */
function owedFor(subscription: SettledSubscription, holdings: Holdings): { readonly owed?: string } {
  const { covering } = subscription;
  if (holdings.own.deletedAt || !covering || !isRefundable(covering) || !isSecond(subscription, holdings)) return {};
  return covering.row.paymentIntentId === null ? {} : { owed: covering.row.paymentIntentId };
}

/** Whether it runs beside an older one, which goes on. */
function isSecond(subscription: SettledSubscription, { subscriptions }: Holdings): boolean {
  const running = subscriptions.filter((one) => isLive(one.row) && !isMoneyBack(one));
  return running.indexOf(subscription) > 0;
}

/** What was paid for the current period was given back, or the bank took it. */
function isMoneyBack({ covering, dispute }: SettledSubscription): boolean {
  return covering?.row.status === 'refunded' || dispute?.state === 'lost';
}

/** The Lifetime that counts: the first one that was neither given back nor taken back. */
export function heldLifetime({ payments }: Pick<Holdings, 'payments'>): SettledPayment | undefined {
  return payments
    .filter(({ row, dispute }) => isPaidOnce(row) && row.status === 'succeeded' && dispute?.state !== 'lost')
    .sort((a, b) => timeOf(a) - timeOf(b) || ((a.id ?? '') < (b.id ?? '') ? -1 : 1))[0];
}

function timeOf({ row }: SettledPayment): number {
  return row.paidAt?.getTime() ?? 0;
}

function pagesToClose({ own, payments, checkouts }: Holdings): readonly CheckoutSnapshot[] {
  const isClosed = ({ id }: CheckoutSnapshot) =>
    payments.some(({ row }) => row.checkoutId === id && (row.status === 'expired' || row.status === 'failed'));
  return checkouts.filter((page) => page.status === 'open' && (own.deletedAt !== null || isClosed(page)));
}
