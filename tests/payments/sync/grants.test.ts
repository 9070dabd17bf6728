import { describe, expect, test } from 'vitest';
import type { SubscriptionSnapshot } from '../../../api/payments/sync/snapshot.ts';
import { settle } from '../../../api/payments/sync/settle.ts';
import {
  bought,
  charge,
  day,
  invoice,
  lifetimeCharge,
  lifetimeCheckout,
  lifetimePayment,
  minute,
  own,
  snapshot,
  subscription,
} from './snapshots.ts';

const open = {
  id: 'in_2',
  status: 'open',
  amountRemaining: 1900,
  attempts: 1,
  nextAttemptAt: null,
  url: 'https://invoice.example/in_2',
} as const;

function grantOf(parts: Partial<SubscriptionSnapshot>) {
  const { grants, withoutGrant } = settle(bought({ subscriptions: [subscription(parts)] }), own());
  return grants[0] ?? withoutGrant;
}

function payUrlOf(parts: Partial<SubscriptionSnapshot>) {
  return settle(bought({ subscriptions: [subscription(parts)] }), own()).subscriptions[0]?.row.payUrl;
}

/** A subscription that was renewed once, with a dispute of one of its payments. */
function dispute(status: string, paymentIntentId = 'pi_1') {
  const disputesOf = (intent: string) => (intent === paymentIntentId ? [{ status, createdAt: day(40) }] : []);
  const renewal = { id: 'ch_2', paymentIntentId: 'pi_2', disputes: disputesOf('pi_2') };
  const reading = bought({
    subscriptions: [
      subscription({
        periodStart: day(30),
        periodEnd: day(60),
        latestInvoice: { ...open, id: 'in_2', status: 'paid' },
      }),
    ],
    invoices: [invoice(), invoice({ id: 'in_2', isFirst: false, paidAt: day(30) })],
    charges: [charge({ disputes: disputesOf('pi_1') }), charge(renewal)],
  });
  return settle(reading, own());
}

describe('a subscription', () => {
  test('that renews gives access for its period, and three days more', () => {
    for (const status of ['active', 'trialing'])
      expect(grantOf({ status })).toMatchObject({
        sourceId: 'sub_1',
        endsAt: day(30),
        graceEndsAt: day(33),
        revokedAt: null,
      });
  });

  test('that will not renew gives access for its period', () => {
    expect(grantOf({ cancelAtPeriodEnd: true })).toMatchObject({ endsAt: day(30), graceEndsAt: null });
  });

  test('whose payment has failed gives access for three days of its new period', () => {
    const period = { periodStart: day(30), periodEnd: day(60), latestInvoice: open };
    for (const status of ['past_due', 'unpaid'])
      expect(grantOf({ ...period, status })).toMatchObject({ endsAt: day(33), graceEndsAt: null });
  });

  test('that was ended at once gives access until then', () => {
    expect(grantOf({ status: 'canceled', endedAt: day(7) })).toMatchObject({ endsAt: day(7), graceEndsAt: null });
  });

  test('that ended unpaid gave access for three days of that period', () => {
    const unpaid = { periodStart: day(30), periodEnd: day(60), latestInvoice: open };
    expect(grantOf({ ...unpaid, status: 'canceled', endedAt: day(44) })).toMatchObject({ endsAt: day(33) });
    expect(grantOf({ ...unpaid, status: 'canceled', endedAt: day(31) })).toMatchObject({ endsAt: day(31) });
  });

  test('whose plan is written nowhere at Stripe is of the plan that was bought', () => {
    const { subscriptions } = settle(bought({ subscriptions: [subscription({ plan: null })] }), own());
    expect(subscriptions.map(({ row }) => row.plan)).toEqual(['basic']);
    expect(grantOf({ plan: null })).toMatchObject({ sourceId: 'sub_1', endsAt: day(30) });
  });

  test('that is paused gives none, nor one that never began', () => {
    expect(grantOf({ status: 'paused' })).toEqual(['sub_1']);
    for (const status of ['incomplete', 'incomplete_expired']) expect(grantOf({ status })).toEqual([]);
  });

  test('whose change was given back lasts as long as the longest of what was paid besides', () => {
    const renewals = [invoice({ periodEnd: day(60) }), invoice({ id: 'in_2', isFirst: false, periodEnd: day(30) })];
    const change = { id: 'in_3', isFirst: false, paidAt: day(20), periodEnd: day(385) };
    const back = { amountRefunded: 1900, refundedAt: day(25) };
    const reading = bought({
      subscriptions: [
        subscription({
          periodStart: day(20),
          periodEnd: day(385),
          latestInvoice: { ...open, id: 'in_3', status: 'paid' },
        }),
      ],
      invoices: [...renewals, invoice(change)],
      charges: [
        charge(),
        charge({ id: 'ch_2', paymentIntentId: 'pi_2' }),
        charge({ id: 'ch_3', paymentIntentId: 'pi_3', ...back }),
      ],
    });
    expect(settle(reading, own()).grants[0]).toMatchObject({ endsAt: day(60), graceEndsAt: null, revokedAt: null });
  });

  test('comes after those that are older, and of two of one second after that of the smaller id', () => {
    const ids = ['sub_2', 'sub_3', 'sub_1', 'sub_0'];
    const ages = [minute(1), minute(1), minute(1), minute(2)];
    const subscriptions = ids.map((id, index) => subscription({ id, createdAt: ages[index]! }));
    const settled = settle(bought({ subscriptions }), own()).subscriptions;
    expect(settled.map(({ row }) => row.id)).toEqual(['sub_1', 'sub_2', 'sub_3', 'sub_0']);
  });

  test('shows where it can be paid while it is overdue', () => {
    expect(payUrlOf({ status: 'past_due', latestInvoice: open })).toBe(open.url);
    expect(payUrlOf({ status: 'canceled', latestInvoice: open })).toBeNull();
    expect(payUrlOf({})).toBeNull();
  });
});

describe('a dispute', () => {
  test.each(['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review', 'something_new'])(
    'that is open (%s) takes access away for the time being, and nothing more is charged',
    (status) => {
      const { payments, grants, actions } = dispute(status, 'pi_2');
      expect(payments.find(({ row }) => row.paymentIntentId === 'pi_2')?.row.disputed).toBe(true);
      expect(grants[0]?.revokedAt).toEqual(day(40));
      expect(actions).toEqual([{ kind: 'cancel_at_period_end', subscriptionId: 'sub_1' }]);
    },
  );

  test.each(['needs_response', 'lost'])(
    '(%s) of an earlier period leaves what was paid since, and no more',
    (status) => {
      const { payments, grants, actions } = dispute(status, 'pi_1');
      expect(payments[0]?.row.disputed).toBe(true);
      expect(grants[0]).toMatchObject({ endsAt: day(60), revokedAt: null });
      expect(actions).toEqual([{ kind: 'cancel_at_period_end', subscriptionId: 'sub_1' }]);
    },
  );

  test.each(['lost', 'prevented'])('that is %s ends the subscription', (status) => {
    const { grants, actions, emails } = dispute(status, 'pi_2');
    expect(grants[0]?.revokedAt).toEqual(day(40));
    expect(actions).toEqual([{ kind: 'cancel', subscriptionId: 'sub_1' }]);
    expect(emails.map(({ template }) => template)).toEqual(['payment_receipt', 'payment_receipt']);
  });

  test.each(['won', 'warning_needs_response', 'warning_under_review', 'warning_closed'])(
    'that is %s changes nothing',
    (status) => {
      const { payments, grants, actions } = dispute(status);
      expect(payments[0]?.row.disputed).toBe(false);
      expect(grants[0]?.revokedAt).toBeNull();
      expect(actions).toEqual([]);
    },
  );

  test('of a Lifetime takes its access', () => {
    const from = snapshot({
      checkouts: [lifetimeCheckout()],
      charges: [lifetimeCharge({ disputes: [{ status: 'lost', createdAt: day(9) }] })],
    });
    const { grants, actions } = settle(from, own({ payments: [lifetimePayment()] }));
    expect(grants[0]?.revokedAt).toEqual(day(9));
    expect(actions).toEqual([]);
  });

  test('and another one that was lost: the lost one counts', () => {
    const disputes = [
      { status: 'needs_response', createdAt: minute(1) },
      { status: 'lost', createdAt: minute(2) },
    ];
    const { grants, actions } = settle(bought({ charges: [charge({ disputes })] }), own());
    expect(grants[0]?.revokedAt).toEqual(minute(2));
    expect(actions).toHaveLength(1);
  });
});
