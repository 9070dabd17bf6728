import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiProblem } from '../../../web/session/api-problem.ts';
import { subscription } from '../payment/bought.ts';
import { payments } from '../payment/fake-payments.ts';
import { report } from '../payment/open-payment.ts';
import { showPayment } from '../payment/show-payment.tsx';
import { painted } from '../ui/show.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));
vi.mock('../../../web/session/payments.ts', () => import('../payment/fake-payments.ts'));

const main = page.getByRole('main');
const heading = page.getByRole('heading', { level: 1 });
const sessions = (name: string) => main.getByRole('link', { name });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

const paid = (locale: 'en' | 'es' = 'en') => showPayment({ locale, search: '?payment=p1' });
async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await painted();
}

describe('after paying', () => {
  test.each([
    ['en', 'confirming your payment', 'Welcome', 'until January 1, 2999', 'To my sessions'],
    ['es', 'confirmando tu pago', 'Te damos la bienvenida', 'hasta el 1 de enero de 2999', 'Ir a mis sesiones'],
  ] as const)('the page waits and then shows the plan, in %s', async (locale, waiting, welcome, until, way) => {
    const { show, address } = paid(locale);
    show();
    await painted();
    expect(heading.element()).toHaveTextContent(waiting);
    expect(address()).toBe('/cabinet/payment?payment=p1'); // a reload goes on waiting
    payments.status.mockResolvedValue({ ...report('succeeded'), accessTo: '2999-01-01T12:00:00.000Z' });
    await pass(1_500);
    expect(heading.element()).toHaveTextContent(welcome);
    expect(heading.element()).toHaveFocus();
    expect(main.element()).toHaveTextContent(until);
    expect(main.element()).toHaveTextContent('ana@example.com');
    expect(sessions(way).element()).toHaveAttribute('href', '/cabinet/sessions');
    expect(payments.takeAccess).toHaveBeenCalledWith('2999-01-01T12:00:00.000Z');
    expect(payments.reloadUser).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(address()).toBe('/cabinet/payment'));
  });

  test('the header leads to the profile at once', async () => {
    const { show } = paid();
    payments.status.mockResolvedValue({ ...report('succeeded'), accessTo: '2999-01-01T12:00:00.000Z' });
    show();
    await pass(0);
    expect(page.getByRole('banner').getByRole('link', { name: 'Profile' }).elements()).not.toEqual([]);
  });

  test('a lifetime has no end', async () => {
    const { show } = paid();
    const lifetime = { plan: 'lifetime', accessTo: '9999-12-31T00:00:00.000Z' } as const;
    payments.status.mockResolvedValue({ ...report('succeeded'), ...lifetime });
    show();
    await pass(0);
    expect(main.element()).toHaveTextContent('Your plan is Lifetime.');
    expect(main.element()).not.toHaveTextContent('9999');
  });

  test('a plan beside access for ever has no end that is said', async () => {
    const { show } = paid();
    payments.status.mockResolvedValue({ ...report('succeeded'), accessTo: '9999-12-31T00:00:00.000Z' });
    show();
    await pass(0);
    expect(main.element()).toHaveTextContent('Your plan: 3 months. It renews by itself until you cancel.');
    expect(main.element()).not.toHaveTextContent('lifetime');
  });

  test('a payment that opens nothing any more welcomes nobody: the page says how they stand', async () => {
    const { show, address } = showPayment({ search: '?payment=p1', bought: { subscriptions: [subscription()] } });
    payments.status.mockResolvedValue({ ...report('succeeded'), accessTo: null });
    show();
    await pass(0);
    await vi.waitFor(() => expect(heading.element()).toHaveTextContent('Your access is on hold'));
    await vi.waitFor(() => expect(address()).toBe('/cabinet/payment'));
  });

  test.each([
    ['en', 'taking longer than usual'],
    ['es', 'más de lo normal'],
  ] as const)('the page says after 20 s that nobody has to wait, in %s', async (locale, words) => {
    paid(locale).show();
    await pass(19_900);
    expect(main.element()).not.toHaveTextContent(words);
    await pass(200);
    expect(main.getByRole('status').element()).toHaveTextContent(words);
    expect(main.element()).toHaveTextContent('ana@example.com');
    expect(sessions('hello@quiet.example').element()).toHaveAttribute('href', 'mailto:hello@quiet.example');
  });

  test.each(['failed', 'expired'] as const)('a payment that is %s leads to the page about it', async (status) => {
    const { show, address } = paid();
    payments.status.mockResolvedValue(report(status));
    show();
    await pass(0);
    await vi.waitFor(() => expect(address()).toBe('/cabinet/payment-error'));
  });

  test('somebody else sees the plans', async () => {
    const { show, address } = paid();
    payments.status.mockRejectedValue(new ApiProblem(404, { code: 'not_found' }));
    show();
    await pass(0);
    expect(heading.element()).toHaveTextContent('Choose your plan and begin');
    await vi.waitFor(() => expect(address()).toBe('/cabinet/payment'));
  });

  test('the page goes on through errors', async () => {
    const { show } = paid();
    payments.status.mockRejectedValueOnce(new Error('offline'));
    show();
    await pass(0);
    payments.status.mockResolvedValue(report('succeeded'));
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(heading.element()).toHaveTextContent('Welcome');
  });
});
