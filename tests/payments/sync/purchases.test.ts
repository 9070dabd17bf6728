import { describe, expect, test } from 'vitest';
import { settle } from '../../../api/payments/sync/settle.ts';
import type { CustomerSnapshot } from '../../../api/payments/sync/snapshot.ts';
import type { OwnRows, StoredPayment } from '../../../api/payments/rows.ts';
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
  paymentId,
  snapshot,
  stored,
  subscription,
} from './snapshots.ts';

const rowsOf = (from: CustomerSnapshot, rows: OwnRows = own()) => settle(from, rows).payments.map(({ row }) => row);
const statusOf = (from: CustomerSnapshot, rows: OwnRows) => rowsOf(from, rows)[0]?.status;

/** Five minutes after all began. */
function created(parts: Partial<StoredPayment> = {}): OwnRows {
  return own({ payments: [stored({ status: 'created', ...parts })], readStartedAt: minute(5) });
}

describe('a purchase whose page was never written down', () => {
  test('gets the page that Stripe has for it', () => {
    const [row] = rowsOf(snapshot({ checkouts: [checkout()] }), created());
    expect(row).toMatchObject({ status: 'pending', checkoutId: 'cs_1', checkoutUrl: 'https://checkout.example/cs_1' });
  });

  test('is waited for as long as somebody may still be asking for its page', () => {
    expect(statusOf(snapshot(), created({ askedUntil: minute(6) }))).toBe('created');
    expect(statusOf(snapshot(), created({ createdAt: minute(4.5) }))).toBe('created');
  });

  test('has expired once the buyer is gone and Stripe has no page', () => {
    expect(statusOf(snapshot(), created({ askedUntil: minute(4) }))).toBe('expired');
    expect(statusOf(snapshot(), created({ createdAt: minute(3) }))).toBe('expired');
  });

  test('stays closed, and its page is closed too, if it comes after all', () => {
    const { payments, actions } = settle(
      snapshot({ checkouts: [checkout()] }),
      own({ payments: [stored({ status: 'expired' })] }),
    );
    expect(payments[0]?.row).toMatchObject({ status: 'expired', checkoutId: 'cs_1', checkoutUrl: null });
    expect(actions).toEqual([{ kind: 'expire', checkoutId: 'cs_1' }]);
  });
});

describe('a purchase', () => {
  test('can be paid as long as its page is open', () => {
    expect(statusOf(snapshot({ checkouts: [checkout()] }), own())).toBe('pending');
  });

  test('has expired with its page', () => {
    const [row] = rowsOf(snapshot({ checkouts: [checkout({ status: 'expired', url: null })] }));
    expect(row).toMatchObject({ status: 'expired', checkoutUrl: null });
  });

  test('has expired with its time if Stripe has lost its page', () => {
    expect(statusOf(snapshot(), own({ readStartedAt: minute(119) }))).toBe('pending');
    expect(statusOf(snapshot(), own({ readStartedAt: minute(121) }))).toBe('expired');
  });

  test('is paid with the subscription that it began, by the times and the invoice of Stripe', () => {
    expect(rowsOf(bought())).toEqual([
      {
        ...stored(),
        status: 'succeeded',
        checkoutId: 'cs_1',
        subscriptionId: 'sub_1',
        invoiceId: 'in_1',
        paymentIntentId: 'pi_1',
        paidAt: minute(2),
      },
    ]);
  });

  test('is still being paid while its subscription can not be seen', () => {
    const { payments, grants, emails } = settle(bought({ subscriptions: [] }), own());
    expect(payments.map(({ row }) => row.status)).toEqual(['pending']);
    expect([grants, emails]).toEqual([[], []]);
  });

  test('is paid only once: not as an invoice as well, even if its page was read too early', () => {
    const tooEarly = bought({ checkouts: [checkout()] });
    expect(rowsOf(tooEarly).map(({ status }) => status)).toEqual(['pending']);
  });

  test('has failed when its subscription never began', () => {
    const unpaid = paidCheckout({ isPaid: false });
    const over = subscription({ status: 'incomplete_expired' });
    const { payments, grants, subscriptions } = settle(
      bought({ checkouts: [unpaid], subscriptions: [over], invoices: [], charges: [] }),
      own(),
    );
    expect(payments[0]?.row.status).toBe('failed');
    expect([grants, subscriptions]).toEqual([[], []]);
  });

  test('of a Lifetime opens everything for good', () => {
    const from = snapshot({ checkouts: [lifetimeCheckout()], charges: [lifetimeCharge()] });
    const { payments, grants, emails } = settle(from, own({ payments: [lifetimePayment()] }));
    expect(payments[0]?.row).toMatchObject({
      status: 'succeeded',
      amount: 9900,
      paidAt: day(5),
    });
    const endsAt = new Date('9999-12-31T00:00:00Z');
    expect(grants).toEqual([
      { source: 'payment', sourceId: otherPaymentId, endsAt, graceEndsAt: null, revokedAt: null },
    ]);
    expect(emails).toMatchObject([{ template: 'payment_receipt', amount: 9900, renewsAt: null }]);
  });

  test('is of what was paid, though its invoice was read too early', () => {
    const [row] = rowsOf(bought({ invoices: [invoice({ isPaid: false, amountPaid: 0, paidAt: null })] }));
    expect(row).toMatchObject({ status: 'succeeded', amount: 1900, paidAt: minute(0) });
  });

  test('of nothing is confirmed, with nothing to give back', () => {
    const free = {
      checkouts: [paidCheckout({ amount: 0 })],
      invoices: [invoice({ amountPaid: 0, paymentIntentId: null })],
      charges: [],
    };
    const { payments, emails } = settle(bought(free), own());
    expect(payments.map(({ row }) => [row.status, row.amount])).toEqual([['succeeded', 0]]);
    expect(emails).toMatchObject([{ template: 'payment_receipt', amount: 0 }]);
    expect(emails[0]).not.toHaveProperty('refundableUntil');
  });

  test('stays paid, whatever can not be seen of it any more', () => {
    const paid = stored({ status: 'succeeded', paidAt: minute(2), paymentIntentId: 'pi_1', subscriptionId: 'sub_1' });
    expect(rowsOf(snapshot(), own({ payments: [paid] }))).toEqual([paid]);
    expect(statusOf(bought({ subscriptions: [] }), own({ payments: [paid] }))).toBe('succeeded');
  });

  test('that our table has lost is found by what its page says', () => {
    const { payments } = settle(bought(), own({ payments: [] }));
    expect(payments.map(({ id, row }) => [id, row.kind, row.status])).toEqual([[paymentId, 'purchase', 'succeeded']]);
    expect(
      settle(bought({ checkouts: [paidCheckout({ userId: 'somebody else' })] }), own({ payments: [] })).payments,
    ).toEqual([]);
  });
});

describe('an invoice', () => {
  const renewal = invoice({ id: 'in_2', isFirst: false, createdAt: day(30), paidAt: day(31) });
  const renewed = (parts = {}) => bought({ invoices: [invoice(), { ...renewal, ...parts }] });

  test('that was paid is a renewal, and comes from where the customer came from', () => {
    const [, row] = rowsOf(renewed());
    expect(row).toMatchObject({
      kind: 'renewal',
      status: 'succeeded',
      invoiceId: 'in_2',
      paymentIntentId: 'pi_2',
      createdAt: day(30),
      paidAt: day(31),
      funnel: 'sleep-issues',
      utmSource: 'letters',
    });
  });

  test('comes from there also where the page was read before it was paid', () => {
    expect(rowsOf({ ...renewed(), checkouts: [checkout()] }).at(-1)).toMatchObject({
      kind: 'renewal',
      funnel: 'sleep-issues',
      utmSource: 'letters',
    });
  });

  test('that is open, of nothing, or of something not sold here is none', () => {
    expect(rowsOf(renewed({ isPaid: false }))).toHaveLength(1);
    expect(rowsOf(renewed({ amountPaid: 0 }))).toHaveLength(1);
    expect(rowsOf(renewed({ subscriptionId: null }))).toHaveLength(1);
    const foreign = subscription({ id: 'sub_other', plan: null });
    const from = bought({
      subscriptions: [subscription(), foreign],
      invoices: [invoice(), invoice({ id: 'in_9', subscriptionId: 'sub_other' })],
    });
    const { payments, subscriptions, grants } = settle(from, own());
    expect([payments.length, subscriptions.length, grants.length]).toEqual([1, 1, 1]);
  });

  test('of a subscription that was begun in the dashboard is its purchase', () => {
    const from = bought({ checkouts: [], subscriptions: [subscription({ paymentId: null })] });
    expect(rowsOf(from, own({ payments: [] })).map(({ kind, status }) => [kind, status])).toEqual([
      ['purchase', 'succeeded'],
    ]);
  });
});

describe('a refund', () => {
  test('of a part is written down, and changes nothing else', () => {
    const { payments, actions, grants } = settle(
      bought({ charges: [charge({ amountRefunded: 900, refundedAt: day(1) })] }),
      own(),
    );
    expect(payments[0]?.row).toMatchObject({ status: 'succeeded', refundedAmount: 900, refundedAt: day(1) });
    expect(actions).toEqual([]);
    expect(grants[0]?.revokedAt).toBeNull();
  });

  test('in two parts that make the whole is a whole one', () => {
    const { payments, actions, grants } = settle(
      bought({ charges: [charge({ amountRefunded: 1900, refundedAt: day(2) })] }),
      own(),
    );
    expect(payments[0]?.row).toMatchObject({ status: 'refunded', refundedAmount: 1900 });
    expect(actions).toEqual([{ kind: 'cancel', subscriptionId: 'sub_1' }]);
    expect(grants[0]?.revokedAt).toEqual(day(2));
  });

  test('that failed at the bank is undone', () => {
    const refunded = stored({
      status: 'refunded',
      paidAt: minute(2),
      paymentIntentId: 'pi_1',
      refundedAmount: 1900,
      refundedAt: day(2),
    });
    const [row] = rowsOf(bought(), own({ payments: [refunded] }));
    expect(row).toMatchObject({ status: 'succeeded', refundedAmount: 0, refundedAt: null });
  });
});
