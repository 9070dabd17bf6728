import { onTestFinished, vi } from 'vitest';
import type * as real from '../../../web/pages/cabinet/payments.ts';
import { changeUser } from './fake-account.ts';

/**
 * Stands for `web/pages/cabinet/payments.ts`: the purchases are those that a test sets, and each call changes them as the
 * server would.
 *
 *     vi.mock('../../../web/pages/cabinet/payments.ts', () => import('./profile-payments.ts'));
 */

export const basic: real.Subscription = {
  id: 'sub_1',
  plan: 'basic',
  status: 'active',
  amount: 1499,
  nextAmount: 1499,
  currency: 'USD',
  renewsAt: '2999-03-05T12:00:00Z',
  endsAt: null,
  payUrl: null,
};

export const canceled: Partial<real.Subscription> = {
  renewsAt: null,
  endsAt: '2999-03-05T12:00:00Z',
};

export const firstPayment: real.Payment = {
  id: 'payment-1',
  plan: 'basic',
  kind: 'purchase',
  status: 'succeeded',
  amount: 1499,
  refundedAmount: 0,
  currency: 'USD',
  createdAt: '2999-02-05T12:00:00Z',
  paidAt: '2999-02-05T12:00:00Z',
  refundableUntil: null,
  refundableAmount: 1499,
};

const plans: real.Purchases['plans'] = [
  { id: 'basic', amount: 1499, currency: 'USD', months: 1, recommended: false },
  { id: 'three_months', amount: 2999, currency: 'USD', months: 3, recommended: true },
  { id: 'lifetime', amount: 7999, currency: 'USD', months: null, recommended: false },
];
const nothing: real.Purchases = { plans, subscriptions: [], payments: [] };
let purchases = nothing;

/** What the user of this test has bought. */
export function setPurchases({
  subscriptions = [],
  payments: paid = [],
}: {
  readonly subscriptions?: readonly Partial<real.Subscription>[];
  readonly payments?: readonly Partial<real.Payment>[];
}): void {
  purchases = {
    plans,
    subscriptions: subscriptions.map((fields) => ({ ...basic, ...fields })),
    payments: paid.map((fields, index) => ({ ...firstPayment, id: `payment-${index + 1}`, ...fields })),
  };
  onTestFinished(() => {
    purchases = nothing;
    for (const call of [...Object.values(payments), leaveFor]) vi.mocked(call).mockClear();
  });
}

/** The server ends access, which the user knows once loaded again. */
export function endAccess(): void {
  payments.reloadUser.mockImplementationOnce(async () => changeUser({ accessTo: null }));
}

/** Stands for `web/pages/cabinet/browser.ts`. */
export const leaveFor = vi.fn();
export const saveFile = vi.fn();

export const payments = {
  list: vi.fn(async (_how: { readonly fresh: boolean }) => purchases),
  portal: vi.fn(async (_to?: real.PortalTarget) => 'https://portal.example/p1'),
  refund: vi.fn(async (_id: string) => {
    const [payment = firstPayment, ...others] = purchases.payments;
    const refunded: real.Payment = {
      ...payment,
      status: 'refunded',
      refundedAmount: payment.amount,
      refundableUntil: null,
    };
    purchases = { ...purchases, subscriptions: [], payments: [refunded, ...others] };
    return refunded;
  }),
  reloadUser: vi.fn(async () => {}),
} satisfies Partial<typeof real.payments>;
