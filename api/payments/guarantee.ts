import type { PlanId } from '../../schemas/api/payments.ts';

/** A payment that was made, as far as the guarantee asks. */
export interface GuaranteedPayment {
  readonly plan: PlanId;
  /** What was paid; 0 where a promotion code or credit took all of it off. */
  readonly amount: number;
  /** When it was begun here. */
  readonly createdAt: Date;
  readonly paidAt: Date;
}

/** A subscription by the times of Stripe, in whole seconds. */
export interface GuaranteedSubscription {
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

interface Purchases {
  readonly payments: readonly GuaranteedPayment[];
  readonly subscriptions: readonly GuaranteedSubscription[];
}

/** Specification, section 9. */
const guaranteeMilliseconds = 14 * 24 * 3_600_000;

/**
 * Until when the guarantee covers a payment; null: it never did. It covers two payments of an account (terms of
 * service): the first one, and the first that switches from a running plan to Lifetime.
 */
export function guaranteedUntil(payment: GuaranteedPayment, { payments, subscriptions }: Purchases): Date | null {
  if (payment.amount === 0) return null;
  const earlier = payments.filter(({ amount, ...other }) => amount > 0 && compareAges(other, payment) < 0);
  const isLifetime = ({ plan }: GuaranteedPayment) => plan === 'lifetime';
  const isSwitch = isLifetime(payment) && subscriptions.some((subscription) => isRunning(subscription, payment));
  const isCovered = earlier.length === 0 || (isSwitch && !earlier.some(isLifetime));
  return isCovered ? new Date(payment.paidAt.getTime() + guaranteeMilliseconds) : null;
}

type Times = Pick<GuaranteedPayment, 'paidAt' | 'createdAt'>;

/** Stripe counts in seconds: of two in one, that which was begun first is the older. */
function compareAges(a: Times, b: Times): number {
  return a.paidAt.getTime() - b.paidAt.getTime() || a.createdAt.getTime() - b.createdAt.getTime();
}

/** Whether a subscription ran when the payment was begun; one that ended in that very second did. */
export function isRunning({ createdAt, endedAt }: GuaranteedSubscription, payment: GuaranteedPayment): boolean {
  const startedAt = payment.createdAt.getTime();
  return createdAt.getTime() <= startedAt && (endedAt === null || endedAt.getTime() > startedAt - 1_000);
}
