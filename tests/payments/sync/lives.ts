import type { CustomerSnapshot, SubscriptionSnapshot } from '../../../api/payments/sync/snapshot.ts';
import {
  charge,
  checkout,
  day,
  invoice,
  lifetimeCharge,
  lifetimeCheckout,
  paidCheckout,
  snapshot,
  subscription,
} from './snapshots.ts';

/** Something that happens to a customer at Stripe, on a day; what can not happen then is left out. */
export type Step = keyof typeof steps;

/** How Stripe stood after each of these steps, first of all with the open page. */
export function live(chosen: readonly Step[]): CustomerSnapshot[] {
  const readings = [snapshot({ checkouts: [checkout()] })];
  for (const [at, step] of chosen.entries()) {
    const last = readings.at(-1)!;
    readings.push(steps[step](last, (at + 1) * 10));
  }
  return readings;
}

const steps = {
  pay(now: CustomerSnapshot): CustomerSnapshot {
    if (now.checkouts[0]?.status !== 'open') return now;
    const first = { subscriptions: [subscription()], invoices: [invoice()], charges: [...now.charges, charge()] };
    return { ...now, checkouts: [paidCheckout(), ...now.checkouts.slice(1)], ...first };
  },
  letExpire(now: CustomerSnapshot): CustomerSnapshot {
    const [page, ...others] = now.checkouts;
    return page?.status === 'open'
      ? { ...now, checkouts: [{ ...page, status: 'expired', url: null }, ...others] }
      : now;
  },
  renew: (now: CustomerSnapshot, days: number) => turnPeriod(now, days, true),
  failToRenew: (now: CustomerSnapshot, days: number) => turnPeriod(now, days, false),
  payLate(now: CustomerSnapshot, days: number): CustomerSnapshot {
    return withSubscription(now, (running) => {
      if (running.status !== 'past_due') return null;
      const id = running.latestInvoice!.id;
      const invoices = now.invoices.map((one) =>
        one.id === id ? { ...one, isPaid: true, amountPaid: 1900, paidAt: day(days) } : one,
      );
      const paid = charge({
        id: id.replace('in_', 'ch_'),
        paymentIntentId: id.replace('in_', 'pi_'),
        createdAt: day(days),
      });
      const latestInvoice = { ...running.latestInvoice!, status: 'paid', amountRemaining: 0 };
      return { subscription: { status: 'active', latestInvoice }, rest: { invoices, charges: [...now.charges, paid] } };
    });
  },
  stopRenewing: (now: CustomerSnapshot) => withSubscription(now, () => ({ subscription: { cancelAtPeriodEnd: true } })),
  resume: (now: CustomerSnapshot) => withSubscription(now, () => ({ subscription: { cancelAtPeriodEnd: false } })),
  end: (now: CustomerSnapshot, days: number) =>
    withSubscription(now, () => ({ subscription: { status: 'canceled', endedAt: day(days) } })),
  giveBackPart: (now: CustomerSnapshot, days: number) => giveBack(now, days, 500),
  giveBackAll: (now: CustomerSnapshot, days: number) => giveBack(now, days, Infinity),
  dispute: (now: CustomerSnapshot, days: number) => decide(now, days, 'needs_response'),
  winDispute: (now: CustomerSnapshot, days: number) => decide(now, days, 'won'),
  loseDispute: (now: CustomerSnapshot, days: number) => decide(now, days, 'lost'),
  buyLifetime(now: CustomerSnapshot): CustomerSnapshot {
    if (now.checkouts.length > 1) return now;
    return { ...now, checkouts: [...now.checkouts, lifetimeCheckout()], charges: [...now.charges, lifetimeCharge()] };
  },
};

export const allSteps = Object.keys(steps) as Step[];

function turnPeriod(now: CustomerSnapshot, days: number, isPaid: boolean): CustomerSnapshot {
  return withSubscription(now, (running) => {
    if (running.status !== 'active') return null;
    const id = `in_${now.invoices.length + 1}`;
    const next = { isPaid, amountPaid: isPaid ? 1900 : 0, createdAt: day(days), paidAt: isPaid ? day(days) : null };
    const taken = { id: id.replace('in_', 'ch_'), paymentIntentId: id.replace('in_', 'pi_'), createdAt: day(days) };
    return {
      subscription: {
        status: isPaid ? 'active' : 'past_due',
        periodStart: day(days),
        periodEnd: day(days + 30),
        latestInvoice: {
          id,
          status: isPaid ? 'paid' : 'open',
          amountRemaining: isPaid ? 0 : 1900,
          attempts: 1,
          nextAttemptAt: null,
          url: null,
        },
      },
      rest: {
        invoices: [...now.invoices, invoice({ id, isFirst: false, ...next })],
        charges: isPaid ? [...now.charges, charge(taken)] : now.charges,
      },
    };
  });
}

interface Change {
  readonly subscription: Partial<SubscriptionSnapshot>;
  readonly rest?: Partial<CustomerSnapshot>;
}

function withSubscription(
  now: CustomerSnapshot,
  change: (running: SubscriptionSnapshot) => Change | null,
): CustomerSnapshot {
  const [running] = now.subscriptions;
  const changed = running && running.status !== 'canceled' ? change(running) : null;
  return running && changed
    ? { ...now, ...changed.rest, subscriptions: [{ ...running, ...changed.subscription }] }
    : now;
}

/** Of the last payment. */
function giveBack(now: CustomerSnapshot, days: number, most: number): CustomerSnapshot {
  const last = now.charges.at(-1);
  if (!last || last.amountRefunded === last.amount) return now;
  const amountRefunded = Math.min(last.amount, last.amountRefunded + most);
  return { ...now, charges: [...now.charges.slice(0, -1), { ...last, amountRefunded, refundedAt: day(days) }] };
}

function decide(now: CustomerSnapshot, days: number, status: string): CustomerSnapshot {
  const last = now.charges.at(-1);
  if (!last || (status !== 'needs_response' && last.disputes.length === 0)) return now;
  const createdAt = last.disputes[0]?.createdAt ?? day(days);
  return { ...now, charges: [...now.charges.slice(0, -1), { ...last, disputes: [{ status, createdAt }] }] };
}
