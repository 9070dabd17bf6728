import type { Payment, Purchases, Subscription } from '../../../web/pages/cabinet/payments.ts';

/** A 3 months plan that runs and renews, but for these fields. */
export const subscription = (fields: Partial<Subscription> = {}): Subscription => ({
  id: 's1',
  plan: 'three_months',
  status: 'active',
  amount: 2999,
  nextAmount: 2999,
  currency: 'USD',
  renewsAt: '2999-07-01T12:00:00.000Z',
  endsAt: null,
  payUrl: null,
  ...fields,
});

/** The purchase that paid for it, but for these fields. */
export const payment = (fields: Partial<Payment> = {}): Payment => ({
  id: 'p1',
  plan: 'three_months',
  kind: 'purchase',
  status: 'succeeded',
  amount: 2999,
  refundedAmount: 0,
  currency: 'USD',
  createdAt: '2030-05-01T00:00:00.000Z',
  paidAt: '2030-05-01T00:01:00.000Z',
  refundableUntil: null,
  refundableAmount: 2999,
  ...fields,
});

export const plans: Purchases['plans'] = [
  { id: 'basic', amount: 1499, currency: 'USD', months: 1, recommended: false },
  { id: 'three_months', amount: 2999, currency: 'USD', months: 3, recommended: true },
  { id: 'lifetime', amount: 7999, currency: 'USD', months: null, recommended: false },
];
