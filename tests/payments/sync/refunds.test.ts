import { describe, expect, test } from 'vitest';
import { settle } from '../../../api/payments/sync/settle.ts';
import type { ChargeSnapshot, CustomerSnapshot, SubscriptionSnapshot } from '../../../api/payments/sync/snapshot.ts';
import {
  bought,
  charge,
  checkout,
  day,
  invoice,
  lifetimeCharge,
  lifetimeCheckout,
  lifetimePayment,
  minute,
  otherPaymentId,
  own,
  paidCheckout,
  snapshot,
  stored,
  subscription,
} from './snapshots.ts';

const both = own({ payments: [stored(), stored({ id: otherPaymentId, createdAt: day(3) })] });

/** A second subscription, bought three days after the first. */
function twice(second: Partial<SubscriptionSnapshot> = {}): CustomerSnapshot {
  const latestInvoice = { id: 'in_2', status: 'paid', amountRemaining: 0, attempts: 1, nextAttemptAt: null, url: null };
  return bought({
    checkouts: [
      paidCheckout(),
      paidCheckout({ id: 'cs_2', paymentId: otherPaymentId, subscriptionId: 'sub_2', invoiceId: 'in_2' }),
    ],
    subscriptions: [
      subscription({ id: 'sub_2', paymentId: otherPaymentId, createdAt: day(3), latestInvoice, ...second }),
      subscription(),
    ],
    invoices: [invoice(), invoice({ id: 'in_2', subscriptionId: 'sub_2', paidAt: day(3) })],
    charges: [charge(), charge({ id: 'ch_2', paymentIntentId: 'pi_2', createdAt: day(3) })],
  });
}

/** A Lifetime, bought on day 5 beside a subscription. */
function withLifetime(parts: Partial<CustomerSnapshot> = {}): CustomerSnapshot {
  const { checkouts, charges, ...rest } = bought(parts);
  return { ...rest, checkouts: [...checkouts, lifetimeCheckout()], charges: [...charges, lifetimeCharge()] };
}
const ownWithLifetime = own({ payments: [stored(), lifetimePayment()] });

describe('of two subscriptions that run', () => {
  test('the newer one is given back and ended', () => {
    expect(settle(twice(), both).actions).toEqual([
      { kind: 'refund', paymentIntentId: 'pi_2' },
      { kind: 'cancel', subscriptionId: 'sub_2', refundedIntentId: 'pi_2' },
    ]);
  });

  test('the newer one is ended though it was given back already', () => {
    const from = twice();
    const charges = [
      charge(),
      charge({ id: 'ch_2', paymentIntentId: 'pi_2', amountRefunded: 1900, refundedAt: day(3) }),
    ];
    expect(settle({ ...from, charges }, both).actions).toEqual([{ kind: 'cancel', subscriptionId: 'sub_2' }]);
  });

  test('the newer one is left at that once it has ended', () => {
    const from = twice({ status: 'canceled', endedAt: day(3) });
    const charges = [
      charge(),
      charge({ id: 'ch_2', paymentIntentId: 'pi_2', amountRefunded: 1900, refundedAt: day(3) }),
    ];
    const { actions, emails } = settle({ ...from, charges }, both);
    expect(actions).toEqual([]);
    expect(emails.map(({ template }) => template)).not.toContain('subscription_ends');
  });

  test('the newer one stays where the older one was given back', () => {
    const charges = [
      charge({ amountRefunded: 1900, refundedAt: day(2) }),
      charge({ id: 'ch_2', paymentIntentId: 'pi_2', createdAt: day(3) }),
    ];
    expect(settle({ ...twice(), charges }, both).actions).toEqual([{ kind: 'cancel', subscriptionId: 'sub_1' }]);
  });

  test('the newer one stays where the older one has ended', () => {
    const from = twice();
    const ended = subscription({ status: 'canceled', endedAt: day(2) });
    const [second] = from.subscriptions;
    expect(settle({ ...from, subscriptions: [ended, second!] }, both).actions).toEqual([]);
  });
});

describe('a Lifetime', () => {
  test('has a subscription end with its period', () => {
    const { actions } = settle(withLifetime(), ownWithLifetime);
    expect(actions).toEqual([{ kind: 'cancel_at_period_end', subscriptionId: 'sub_1' }]);
    const ending = withLifetime({ subscriptions: [subscription({ cancelAtPeriodEnd: true })] });
    expect(settle(ending, ownWithLifetime).actions).toEqual([]);
  });

  test('closes its page once what the price takes off is not what is left any more', () => {
    const credit = { amount: 1200, balance: 0, invoice: 'in_1' };
    const page = lifetimeCheckout({ status: 'open', isPaid: false, paymentIntentId: null, credit });
    const closing = (parts: Partial<SubscriptionSnapshot>) =>
      settle(bought({ checkouts: [paidCheckout(), page], subscriptions: [subscription(parts)] }), ownWithLifetime)
        .actions;
    expect(closing({ cancelAtPeriodEnd: true })).toEqual([]);
    const expire = { kind: 'expire', checkoutId: 'cs_life' };
    const latestInvoice = { ...subscription().latestInvoice!, id: 'in_2' };
    for (const outdated of [{ latestInvoice }, { status: 'past_due' }, { status: 'canceled', endedAt: day(4) }])
      expect(closing(outdated)).toEqual([expire]);
  });

  test('is given back where the plan that its price takes off was given back before it', () => {
    const credit = { amount: 1200, balance: 0, invoice: 'in_1' };
    const paid = (refundedAt: Date) => ({
      ...withLifetime({ subscriptions: [subscription({ status: 'canceled', endedAt: refundedAt })] }),
      checkouts: [paidCheckout(), lifetimeCheckout({ credit })],
      charges: [charge({ amountRefunded: 1900, refundedAt }), lifetimeCharge()],
    });
    const refund = { kind: 'refund', paymentIntentId: 'pi_life' };
    expect(settle(paid(day(4)), ownWithLifetime).actions).toEqual([refund]);
    expect(settle(paid(day(6)), ownWithLifetime).actions).toEqual([]);
    // Of which some was given back before, and the rest was lost to the bank after it.
    const lost = charge({
      amountRefunded: 100,
      refundedAt: day(4),
      disputes: [{ status: 'lost', createdAt: day(40) }],
    });
    expect(settle({ ...paid(day(40)), charges: [lost, lifetimeCharge()] }, ownWithLifetime).actions).toEqual([]);
  });

  test('is given back as well where its price takes off a period that credit of what was given back had paid', () => {
    const latestInvoice = { ...subscription().latestInvoice!, id: 'in_credit', status: 'paid' };
    const from = {
      ...withLifetime({ subscriptions: [subscription({ status: 'canceled', endedAt: day(4), latestInvoice })] }),
      checkouts: [paidCheckout(), lifetimeCheckout({ credit: { amount: 1200, balance: 0, invoice: 'in_credit' } })],
      invoices: [invoice(), invoice({ id: 'in_credit', amountPaid: 0, paymentIntentId: null })],
      charges: [charge({ amountRefunded: 1900, refundedAt: day(4) }), lifetimeCharge()],
    };
    expect(settle(from, ownWithLifetime).actions).toEqual([{ kind: 'refund', paymentIntentId: 'pi_life' }]);
  });

  test('says what was given back twice: of a plan after what was left of it came off the price', () => {
    const credit = { amount: 1700, balance: 500, invoice: 'in_1' };
    const twice = (back: Partial<ChargeSnapshot>, lifetime: Partial<ChargeSnapshot> = {}) => {
      const checkouts = [paidCheckout(), lifetimeCheckout({ credit })];
      const charges = [charge({ refundedAt: day(6), ...back }), lifetimeCharge(lifetime)];
      const { payments } = settle({ ...withLifetime(), checkouts, charges }, ownWithLifetime);
      return payments[0]!.row.givenTwice;
    };
    expect(twice({ amountRefunded: 1900 })).toBe(1200);
    expect(twice({ disputes: [{ status: 'lost', createdAt: day(6) }] })).toBe(1200);
    expect(twice({ amountRefunded: 1000 })).toBe(300);
    expect(twice({ amountRefunded: 700 })).toBe(0); // what had been used by then
    expect(twice({ amountRefunded: 1900 }, { amountRefunded: 9900, refundedAt: day(6) })).toBe(0);
    expect(twice({ amountRefunded: 1900, refundedAt: day(4) })).toBe(0); // the Lifetime goes back
  });

  test('uses up the credit at Stripe that its price takes off, once, and returns it when it is given back', () => {
    const credit = { amount: 1500, balance: 1000, invoice: 'in_1' };
    const moved = (amount: number, taken: number, amountRefunded = 0) => {
      const from = withLifetime({ subscriptions: [subscription({ cancelAtPeriodEnd: true })] });
      const charges = [charge(), lifetimeCharge({ amountRefunded, refundedAt: amountRefunded ? day(6) : null })];
      const checkouts = [paidCheckout(), lifetimeCheckout({ credit })];
      const balance = { amount, taken: new Map([[otherPaymentId, taken]]) };
      return settle({ ...from, checkouts, charges, balance }, ownWithLifetime).actions;
    };
    const take = { kind: 'take_credit', paymentId: otherPaymentId, currency: 'USD' };
    expect(moved(-1000, 0)).toEqual([{ ...take, amount: 1000 }]);
    expect(moved(-400, 0)).toEqual([{ ...take, amount: 400 }]);
    expect(moved(-700, 1000)).toEqual([]); // came later, and stays
    expect(moved(0, 1000, 9900)).toEqual([{ ...take, amount: 0 }]);
    expect(moved(-1000, 0, 9900)).toEqual([]);
  });

  test('ends a subscription at once whose payment has failed', () => {
    const from = withLifetime({ subscriptions: [subscription({ status: 'past_due' })] });
    expect(settle(from, ownWithLifetime).actions).toEqual([{ kind: 'cancel', subscriptionId: 'sub_1' }]);
  });

  test.each([
    { when: 'after it', paidAt: day(30) },
    { when: 'in the same second', paidAt: day(5) },
  ])('has given back what a subscription renewed for $when, which ends with that', ({ paidAt }) => {
    const latestInvoice = {
      id: 'in_2',
      status: 'paid',
      amountRemaining: 0,
      attempts: 1,
      nextAttemptAt: null,
      url: null,
    };
    const from = withLifetime({
      subscriptions: [subscription({ periodStart: paidAt, periodEnd: day(60), latestInvoice })],
      invoices: [invoice(), invoice({ id: 'in_2', isFirst: false, paidAt })],
    });
    expect(settle(from, ownWithLifetime).actions).toEqual([
      { kind: 'refund', paymentIntentId: 'pi_2' },
      { kind: 'cancel', subscriptionId: 'sub_1' },
    ]);
  });

  const second = '44444444-4444-4444-8444-444444444444';
  const twoLifetimes = (first: { amountRefunded?: number; refundedAt?: Date } = {}) =>
    snapshot({
      checkouts: [lifetimeCheckout(), lifetimeCheckout({ id: 'cs_b', paymentId: second, paymentIntentId: 'pi_b' })],
      charges: [lifetimeCharge(first), lifetimeCharge({ id: 'ch_b', paymentIntentId: 'pi_b', createdAt: day(6) })],
    });
  const ownTwo = own({ payments: [lifetimePayment(), lifetimePayment({ id: second })] });

  test('is bought once: the second one is given back', () => {
    expect(settle(twoLifetimes(), ownTwo).actions).toEqual([{ kind: 'refund', paymentIntentId: 'pi_b' }]);
  });

  test('can be bought again after it was given back', () => {
    expect(settle(twoLifetimes({ amountRefunded: 9900, refundedAt: day(5) }), ownTwo).actions).toEqual([]);
  });
});

describe('an account that was removed', () => {
  const removed = own({ deletedAt: minute(1) });

  test('ends all that runs, refunds what was paid after that, and gets no email', () => {
    const { actions, emails } = settle(bought(), removed);
    expect(actions).toEqual([
      { kind: 'refund', paymentIntentId: 'pi_1' },
      { kind: 'cancel', subscriptionId: 'sub_1' },
    ]);
    expect(emails).toEqual([]);
  });

  // The payment is of minute 2: Stripe's whole second may hide that it came after the removal.
  test.each([
    { name: 'in the second of the removal', deletedAt: new Date(minute(2).getTime() + 999) },
    { name: "before it by Stripe's clock, which may be slow", deletedAt: new Date(minute(2).getTime() + 59_999) },
  ])('has given back what it paid $name', ({ deletedAt }) => {
    expect(settle(bought(), own({ deletedAt })).actions).toContainEqual({ kind: 'refund', paymentIntentId: 'pi_1' });
  });

  test.each([minute(3.01), day(1)])('keeps what it paid before: removed at %s', (deletedAt) => {
    expect(settle(bought(), own({ deletedAt })).actions).toEqual([{ kind: 'cancel', subscriptionId: 'sub_1' }]);
  });

  test('closes its open page', () => {
    expect(settle(snapshot({ checkouts: [checkout()] }), removed).actions).toEqual([
      { kind: 'expire', checkoutId: 'cs_1' },
    ]);
  });

  test('is done with once all of that has happened', () => {
    const from = bought({
      subscriptions: [subscription({ status: 'canceled', endedAt: minute(3) })],
      charges: [charge({ amountRefunded: 1900, refundedAt: minute(3) })],
    });
    expect(settle(from, removed).actions).toEqual([]);
  });
});

test.each([31, 32])('what is paid for a subscription that ended on day 31 is given back: paid on day %i', (paidOn) => {
  const from = bought({
    subscriptions: [subscription({ status: 'canceled', endedAt: day(31) })],
    invoices: [invoice(), invoice({ id: 'in_2', isFirst: false, paidAt: day(paidOn) })],
    charges: [charge(), charge({ id: 'ch_2', paymentIntentId: 'pi_2', createdAt: day(paidOn) })],
  });
  expect(settle(from, own()).actions).toEqual([{ kind: 'refund', paymentIntentId: 'pi_2' }]);
});

test('what the bank takes back is not given back as well', () => {
  const from = twice();
  const disputes = [{ status: 'needs_response', createdAt: day(4) }];
  const charges = [charge(), charge({ id: 'ch_2', paymentIntentId: 'pi_2', disputes })];
  expect(settle({ ...from, charges }, both).actions).toEqual([{ kind: 'cancel', subscriptionId: 'sub_2' }]);
});

test('a card that was chosen later pays what runs', () => {
  const from = bought({ subscriptions: [subscription({ newerCard: 'pm_2' })] });
  expect(settle(from, own()).actions).toEqual([{ kind: 'take_card', subscriptionId: 'sub_1', card: 'pm_2' }]);
  const ended = bought({ subscriptions: [subscription({ newerCard: 'pm_2', status: 'canceled', endedAt: day(3) })] });
  expect(settle(ended, own()).actions).toEqual([]);
});

test('a card that pays an open invoice is to serve the renewals too', () => {
  const from = bought({ subscriptions: [subscription({ savesNewCard: false })] });
  expect(settle(from, own()).actions).toEqual([{ kind: 'keep_new_card', subscriptionId: 'sub_1' }]);
  const ended = bought({ subscriptions: [subscription({ savesNewCard: false, status: 'canceled', endedAt: day(3) })] });
  expect(settle(ended, own()).actions).toEqual([]);
});

describe('a renewal that is not paid yet', () => {
  const given = { amountRefunded: 1900, refundedAt: day(31) };
  const unpaid = (status: string, invoiceStatus: string, renewal: Partial<ChargeSnapshot> = {}) => {
    const rest = { amountRemaining: 1900, attempts: 1, nextAttemptAt: day(33), url: null };
    const latestInvoice = { id: 'in_3', status: invoiceStatus, ...rest };
    return bought({
      subscriptions: [subscription({ status, periodStart: day(60), periodEnd: day(90), latestInvoice })],
      invoices: [invoice(), invoice({ id: 'in_2', isFirst: false, paidAt: day(30) })],
      charges: [charge(given), charge({ id: 'ch_2', paymentIntentId: 'pi_2', createdAt: day(30), ...renewal })],
    });
  };

  test.each([
    { status: 'past_due', invoiceStatus: 'open' },
    { status: 'active', invoiceStatus: 'draft' },
  ])('is never charged ($status) once the last payment is given back: the plan ends', ({ status, invoiceStatus }) => {
    const { actions, grants, emails } = settle(unpaid(status, invoiceStatus, given), own());
    expect(actions).toEqual([{ kind: 'cancel', subscriptionId: 'sub_1' }]);
    expect(grants[0]?.revokedAt).toEqual(day(31));
    const note = { template: 'refund_done', isOver: true };
    expect(emails.filter(({ template }) => template === 'refund_done')).toMatchObject([{}, note]);
  });

  test('is still due once an earlier payment is given back', () => {
    expect(settle(unpaid('past_due', 'open'), own()).actions).toEqual([]);
  });
});
