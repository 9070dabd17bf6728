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

/** Which payment it covers: the first one, or the first that switches from a running plan to Lifetime. */
export type Guarantee = 'first' | 'switch';

interface Covered {
  readonly kind: Guarantee;
  readonly until: Date;
}

/**
 * How the guarantee covers a payment of an account (terms of service), as far as the account knows; null: it never did.
 * What it has given to the same person on another account, `used-guarantees.ts` finds.
 */
export function guaranteeOf(payment: GuaranteedPayment, { payments, subscriptions }: Purchases): Covered | null {
  if (payment.amount === 0) return null;
  const earlier = payments.filter(({ amount, ...other }) => amount > 0 && compareAges(other, payment) < 0);
  const isLifetime = ({ plan }: GuaranteedPayment) => plan === 'lifetime';
  const isSwitch = isLifetime(payment) && subscriptions.some((subscription) => isRunning(subscription, payment));
  const until = new Date(payment.paidAt.getTime() + guaranteeMilliseconds);
  if (earlier.length === 0) return { kind: 'first', until };
  return isSwitch && !earlier.some(isLifetime) ? { kind: 'switch', until } : null;
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
