import { describe, expect, test } from 'vitest';
import type { EmailRequest } from '../../../api/emails/requests.ts';
import { settle } from '../../../api/payments/sync/settle.ts';
import type { ChargeSnapshot, CustomerSnapshot, SubscriptionSnapshot } from '../../../api/payments/sync/snapshot.ts';
import { storeRows, settleInto } from './stored-rows.ts';
import {
  bought,
  charge,
  stored,
  lifetimePayment,
  invoice,
  day,
  lifetimeCharge,
  lifetimeCheckout,
  minute,
  own,
  snapshot,
  subscription,
  userId,
} from './snapshots.ts';

/** The emails of one reading after the other. */
function emailsOf(...readings: readonly CustomerSnapshot[]) {
  let rows = storeRows(own());
  return readings.map((reading) => {
    const { rows: next, settlement } = settleInto(rows, reading);
    rows = next;
    return settlement.emails;
  });
}

const oneTry = { attempts: 1, nextAttemptAt: null };
const withSubscription = (parts: Partial<SubscriptionSnapshot>) => bought({ subscriptions: [subscription(parts)] });
const about = { userId, plan: 'basic', currency: 'USD' } as const;

test('a payment has one receipt, which names the next one', () => {
  const receipt = {
    template: 'payment_receipt',
    ...about,
    amount: 1900,
    at: minute(2).toISOString(),
    renewsAt: day(30).toISOString(),
    refundableUntil: new Date(minute(2).getTime() + 14 * 86_400_000).toISOString(),
  };
  expect(emailsOf(bought(), bought())).toEqual([[receipt], []]);
  const named = bought({ invoices: [invoice({ number: 'A1-0001', tax: 317 })], charges: [charge({ last4: '4242' })] });
  expect(emailsOf(named)).toEqual([[{ ...receipt, invoice: { number: 'A1-0001', tax: 317, last4: '4242' } }]]);
});

function refund(amountRefunded: number, days: number) {
  return bought({ charges: [charge({ amountRefunded, refundedAt: day(days) })] });
}

function note(amount: number, days: number, isOver: boolean) {
  return { template: 'refund_done', ...about, amount, at: day(days).toISOString(), isOver };
}

test('each refund has one email, with its amount', () => {
  const [, first, second, third] = emailsOf(bought(), refund(500, 1), refund(500, 1), refund(1900, 2));
  expect([first, second, third]).toEqual([[note(500, 1, false)], [], [note(1400, 2, true)]]);
});

test('a refund of what was paid before a change to a smaller plan says that the plan is over', () => {
  const latestInvoice = { id: 'in_2', status: 'paid', amountRemaining: 0, ...oneTry, url: null };
  const smaller = {
    ...withSubscription({ latestInvoice }),
    invoices: [invoice(), invoice({ id: 'in_2', isFirst: false, amountPaid: 0, paidAt: day(1) })],
  };
  const back = { ...smaller, charges: [charge({ amountRefunded: 1900, refundedAt: day(2) })] };
  expect(emailsOf(bought(), smaller, back).slice(1)).toEqual([[], [note(1900, 2, true)]]);
  expect(settle(back, own()).actions).toEqual([{ kind: 'cancel', subscriptionId: 'sub_1' }]);
});

/** A renewal that Stripe has tried so often, and tries again on that day. */
function overdue(attempts: number, next: number | null, status = 'past_due') {
  const nextAttemptAt = next === null ? null : day(next);
  const latestInvoice = { id: 'in_2', status: 'open', amountRemaining: 1900, attempts, nextAttemptAt, url: null };
  return withSubscription({ status, periodStart: day(30), periodEnd: day(60), latestInvoice });
}

test('each try of Stripe that failed has one email, with the time that is left and when it tries again', () => {
  const [, first, again, second, last, after] = emailsOf(
    bought(),
    overdue(1, 33),
    overdue(1, 33),
    overdue(2, 36),
    overdue(3, null, 'unpaid'),
    overdue(3, null, 'unpaid'),
  );
  const failed = { template: 'payment_failed', ...about, amount: 1900, accessUntil: day(33).toISOString() };
  expect(first).toEqual([{ ...failed, nextTryAt: day(33).toISOString() }]);
  expect(again).toEqual([]);
  expect(second).toEqual([{ ...failed, nextTryAt: day(36).toISOString() }]);
  expect(last).toEqual([{ ...failed, nextTryAt: null }]);
  expect(after).toEqual([]);
});

/** The emails of a plan's readings on these days. */
function emailsOn(parts: Partial<SubscriptionSnapshot>, ...days: readonly number[]) {
  let rows = storeRows(own());
  return days.map((at) => {
    const read = { ...rows, own: { ...rows.own, readStartedAt: day(at) } };
    const { rows: next, settlement } = settleInto(read, withSubscription({ plan: 'three_months', ...parts }));
    rows = next;
    return settlement.emails.map(({ template }) => template);
  });
}

describe('a renewal that comes after a long time', () => {
  test('has one email a week before, and again before the next one', () => {
    expect(emailsOn({ periodEnd: day(90) }, 1, 82, 83, 84, 89)).toEqual([
      ['payment_receipt'],
      [],
      ['renewal_ahead'],
      [],
      [],
    ]);
    let rows = storeRows(own());
    const sent = [
      [85, 90],
      [86, 90],
      [175, 180],
    ].map(([at, end]) => {
      const read = { ...rows, own: { ...rows.own, readStartedAt: day(at!) } };
      const period = { periodStart: day(end! - 90), periodEnd: day(end!), amount: 4900 };
      const result = settleInto(read, withSubscription(period));
      rows = result.rows;
      return result.settlement.emails.filter(({ template }) => template === 'renewal_ahead');
    });
    const soon = { periodEnd: day(90), amount: 4900 };
    const settledAt = (nextAmount: number | null) =>
      settle(withSubscription({ ...soon, nextAmount }), own({ readStartedAt: day(85) }));
    const remindersAt = (nextAmount: number | null) => settledAt(nextAmount).emails.slice(1);
    expect(remindersAt(2400)).toMatchObject([{ template: 'renewal_ahead', amount: 2400 }]);
    expect(remindersAt(0)).toEqual([]); // credit pays for it
    expect(remindersAt(null)).toEqual([]);
    expect(settledAt(null).subscriptions[0]?.row.remindedFor).toBeNull(); // a later reading knows
    const reminder = { template: 'renewal_ahead', ...about, amount: 4900 };
    expect(sent).toEqual([
      [{ ...reminder, renewsAt: day(90).toISOString() }],
      [],
      [{ ...reminder, renewsAt: day(180).toISOString() }],
    ]);
  });

  test.each<[string, Partial<SubscriptionSnapshot>]>([
    ['it comes every month', { periodEnd: day(31) }],
    ['it will not come', { periodEnd: day(90), cancelAtPeriodEnd: true }],
    ['the plan is paused', { periodEnd: day(90), status: 'paused' }],
  ])('is not told of where %s', (_, parts) => {
    const end = Math.round((parts.periodEnd!.getTime() - day(0).getTime()) / 86_400_000);
    expect(emailsOn(parts, 1, end - 6, end - 1, end + 1).flat()).not.toContain('renewal_ahead');
  });
});

test('a subscription that will not renew has an email when that is decided, not when it ends', () => {
  const ending = withSubscription({ cancelAtPeriodEnd: true });
  const ended = withSubscription({ cancelAtPeriodEnd: true, status: 'canceled', endedAt: day(30) });
  const [, first, second] = emailsOf(bought(), ending, ended);
  expect(first).toEqual([{ template: 'subscription_ends', userId, plan: 'basic', endsAt: day(30).toISOString() }]);
  expect(second).toEqual([]);
  const [, , , again] = emailsOf(bought(), ending, bought(), ending);
  expect(again).toHaveLength(1);
});

test('a subscription that ended unpaid has an email', () => {
  const latestInvoice = { id: 'in_2', status: 'open', amountRemaining: 1900, ...oneTry, url: null };
  const parts = { periodStart: day(30), periodEnd: day(60), latestInvoice };
  const overdue = withSubscription({ ...parts, status: 'past_due' });
  const ended = withSubscription({ ...parts, status: 'canceled', endedAt: day(44) });
  const [, , end, after] = emailsOf(bought(), overdue, ended, ended);
  expect(end).toEqual([{ template: 'subscription_ends', userId, plan: 'basic', endsAt: day(33).toISOString() }]);
  expect(after).toEqual([]);
});

test('a subscription that ended with a refund or a dispute has no email about its end', () => {
  const ended = { subscriptions: [subscription({ status: 'canceled', endedAt: day(3) })] };
  const refunded = { ...refund(1900, 3), ...ended };
  const disputed = bought({ ...ended, charges: [charge({ disputes: [{ status: 'lost', createdAt: day(3) }] })] });
  expect(emailsOf(bought(), refunded)[1]?.map(({ template }) => template)).toEqual(['refund_done']);
  expect(emailsOf(bought(), disputed)[1]).toEqual([]);
});

const disputesOf = (status?: string) => (status === undefined ? [] : [{ status, createdAt: day(3) }]);

/** Of a Lifetime alone, and beside a plan whose payment is disputed. */
const lifetime = (status?: string) =>
  snapshot({
    checkouts: [lifetimeCheckout()],
    charges: [lifetimeCharge({ disputes: disputesOf(status) })],
  });
function beside(status?: string) {
  const paid = bought({ charges: [charge({ disputes: disputesOf(status) }), lifetimeCharge()] });
  return { ...paid, checkouts: [...paid.checkouts, lifetimeCheckout()] };
}

const disputed = (status: string, parts: Partial<SubscriptionSnapshot> = {}) =>
  bought({ charges: [charge({ disputes: disputesOf(status) })], subscriptions: [subscription(parts)] });

describe('a dispute', () => {
  const payment = { ...about, amount: 1900, at: minute(2).toISOString() };

  test('suspends access once, and its end says what becomes of the renewals', () => {
    const unrenewed = { cancelAtPeriodEnd: true };
    const [, open, still, won, after] = emailsOf(
      bought(),
      disputed('needs_response'),
      disputed('under_review', unrenewed),
      disputed('won', unrenewed),
      disputed('won', unrenewed),
    );
    expect(open).toEqual([{ template: 'access_suspended', ...payment }]);
    expect(still).toEqual([]);
    expect(won).toEqual([{ template: 'dispute_won', ...payment, renewsAt: null, endsAt: day(30).toISOString() }]);
    expect(after).toEqual([]);
  });

  test('that is won says when a plan renews, or has ended meanwhile', () => {
    const ended = { cancelAtPeriodEnd: true, status: 'canceled', endedAt: day(30) };
    const [, , renewing] = emailsOf(bought(), disputed('needs_response'), disputed('won'));
    expect(renewing).toMatchObject([{ template: 'dispute_won', renewsAt: day(30).toISOString(), endsAt: null }]);
    const [, , , over] = emailsOf(
      bought(),
      disputed('needs_response'),
      disputed('under_review', ended),
      disputed('won', ended),
    );
    expect(over).toMatchObject([{ template: 'dispute_won', renewsAt: null, endsAt: day(30).toISOString() }]);
  });

  test('of a Lifetime suspends access, and there is nothing to renew', () => {
    const [, open, won] = emailsOf(lifetime(), lifetime('needs_response'), lifetime('won'));
    expect(open).toMatchObject([{ template: 'access_suspended', plan: 'lifetime' }]);
    expect(won).toMatchObject([{ template: 'dispute_won', plan: 'lifetime', renewsAt: null, endsAt: null }]);
  });

  test('suspends nothing where it is an inquiry, lost at once, or where other access is left', () => {
    expect(emailsOf(bought(), disputed('warning_needs_response'))[1]).toEqual([]);
    expect(emailsOf(bought(), disputed('lost'))[1]).toEqual([]);
    expect(templatesOf(emailsOf(beside(), beside('needs_response'))[1])).not.toContain('access_suspended');
  });
});

const templatesOf = (emails: readonly EmailRequest[] = []) => emails.map(({ template }) => template);

const lifetimeEmailsOf = (...readings: readonly CustomerSnapshot[]) => {
  let rows = storeRows(own({ payments: [stored(), lifetimePayment({ createdAt: day(5) })] }));
  return readings.map((reading) => {
    const { rows: next, settlement } = settleInto(rows, reading);
    rows = next;
    return settlement.emails;
  });
};
const withLifetime = (parts: Partial<SubscriptionSnapshot> = {}, taken: Partial<ChargeSnapshot> = {}) => {
  const { checkouts, charges, ...rest } = bought({ subscriptions: [subscription(parts)] });
  return {
    ...rest,
    checkouts: [...checkouts, lifetimeCheckout()],
    charges: [...charges, lifetimeCharge(taken)],
  };
};

describe('a customer who switches to Lifetime', () => {
  const ending = { cancelAtPeriodEnd: true };
  const back = { amountRefunded: 9900, refundedAt: day(6) };
  const endOfBasic = { plan: 'basic', renewsAt: null, endsAt: day(30).toISOString() };

  test('has one email, that names the plan which does not renew any more and the guarantee', () => {
    const [, receipt, later] = lifetimeEmailsOf(bought(), withLifetime(), withLifetime(ending));
    const refundableUntil = day(19).toISOString();
    expect(receipt).toMatchObject([
      { template: 'payment_receipt', plan: 'lifetime', renewsAt: null, replaces: 'basic', refundableUntil },
    ]);
    expect(later).toEqual([]);
    const credit = { amount: 1200, balance: 0, invoice: 'in_1' };
    const credited = { ...withLifetime(), checkouts: [...bought().checkouts, lifetimeCheckout({ credit })] };
    expect(lifetimeEmailsOf(bought(), credited)[1]).toMatchObject([{ plan: 'lifetime', credit: 1200 }]);
  });

  test('hears nothing of a failed payment or the end of the former plan', () => {
    const open = { id: 'in_2', status: 'open', amountRemaining: 1900, ...oneTry, url: null };
    const failing = withLifetime({ status: 'past_due', periodStart: day(5), latestInvoice: open });
    const ended = withLifetime({ status: 'canceled', endedAt: day(5), periodStart: day(5), latestInvoice: open });
    const [, first, second] = lifetimeEmailsOf(bought(), failing, ended);
    expect(first?.map(({ template }) => template)).toEqual(['payment_receipt']);
    expect(second).toEqual([]);
  });

  test('and gets it refunded reads of the rest of the former plan', () => {
    const [, , note] = lifetimeEmailsOf(bought(), withLifetime(ending), withLifetime(ending, back));
    expect(note).toMatchObject([{ template: 'refund_done', plan: 'lifetime', isOver: true, left: endOfBasic }]);
    const over = { ...ending, status: 'canceled', endedAt: day(5) };
    const [, , last] = lifetimeEmailsOf(bought(), withLifetime(over), withLifetime(over, back));
    expect(last).toMatchObject([{ template: 'refund_done', isOver: true }]);
    expect(last?.[0]).not.toHaveProperty('left');
  });

  test('and gets the former plan refunded reads that Lifetime stays', () => {
    const refundedBasic = {
      ...withLifetime({ status: 'canceled', endedAt: day(6) }),
      charges: [charge({ amountRefunded: 1900, refundedAt: day(6) }), lifetimeCharge()],
    };
    const [, , notes] = lifetimeEmailsOf(bought(), withLifetime(ending), refundedBasic);
    const left = { plan: 'lifetime', renewsAt: null, endsAt: null };
    expect(notes).toMatchObject([{ template: 'refund_done', plan: 'basic', isOver: true, left }]);
  });
});

test('a renewal, and a payment that is given back at once, promise neither guarantee nor a next payment', () => {
  const latestInvoice = { id: 'in_2', status: 'paid', amountRemaining: 0, ...oneTry, url: null };
  const renewed = {
    ...withSubscription({ periodStart: day(30), periodEnd: day(60), latestInvoice }),
    invoices: [invoice(), invoice({ id: 'in_2', isFirst: false, paidAt: day(30) })],
  };
  const [, receipt] = emailsOf(bought(), renewed);
  expect(receipt).toEqual([
    {
      template: 'payment_receipt',
      ...about,
      amount: 1900,
      at: day(30).toISOString(),
      renewsAt: day(60).toISOString(),
    },
  ]);
});
