import { onTestFinished, vi } from 'vitest';
import type * as real from '../../../web/pages/cabinet/payments.ts';
import { changeUser } from '../cabinet/fake-account.ts';
import { plans } from './bought.ts';
import { report } from './open-payment.ts';

/**
 * Stands for `web/pages/cabinet/payments.ts`: nothing was bought yet, payments begin, and none of them is paid, until a test
 * says otherwise.
 */
export const payments = {
  list: vi.fn<typeof real.payments.list>(),
  buy: vi.fn<typeof real.payments.buy>(),
  lifetimePrice: vi.fn<typeof real.payments.lifetimePrice>(),
  status: vi.fn<typeof real.payments.status>(),
  portal: vi.fn<typeof real.payments.portal>(),
  reloadUser: vi.fn(async () => {}),
  takeAccess: vi.fn((accessTo: string) => changeUser({ accessTo: new Date(accessTo) })),
} satisfies Partial<typeof real.payments>;

/** Stands for `web/pages/cabinet/browser.ts`. */
export const leaveFor = vi.fn();
export const saveFile = vi.fn();

export const stripePage = 'https://checkout.stripe.example/c/p1';

/** Forgets what earlier tests said; what the user has bought is this. */
export function sell(bought: Partial<real.Purchases> = {}): void {
  const { list, buy, lifetimePrice, status, portal } = payments;
  for (const call of [list, buy, lifetimePrice, status, portal, leaveFor]) call.mockReset();
  payments.reloadUser.mockClear();
  payments.list.mockResolvedValue({ plans, subscriptions: [], payments: [], ...bought });
  payments.buy.mockResolvedValue({ id: 'p1', url: stripePage });
  payments.lifetimePrice.mockResolvedValue({ amount: 6799, credit: 1200, currency: 'USD' });
  payments.status.mockResolvedValue(report('pending'));
  onTestFinished(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}
