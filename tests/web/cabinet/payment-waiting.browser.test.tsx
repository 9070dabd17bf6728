import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiProblem } from '../../../web/session/api-client.ts';
import { subscription } from '../payment/bought.ts';
import { payments } from '../payment/fake-payments.ts';
import { report } from '../payment/open-payment.ts';
import { showPayment } from '../payment/show-payment.tsx';
import { painted } from '../ui/show.tsx';
import { stopTimers, timerSet } from '../ui/timers.ts';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));
vi.mock('../../../web/pages/cabinet/payments.ts', () => import('../payment/fake-payments.ts'));

const main = page.getByRole('main');
const heading = page.getByRole('heading', { level: 1 });
const sessions = (name: string) => main.getByRole('link', { name });

beforeEach(() => stopTimers());

const paid = (locale: 'en' | 'es' = 'en') => showPayment({ locale, search: '?payment=p1' });

describe('after paying', () => {
  test.each([
    ['en', 'confirming your payment', 'Welcome', 'until January 1, 2999', 'Go to my sessions'],
    ['es', 'confirmando tu pago', 'Te damos la bienvenida', 'hasta el 1 de enero de 2999', 'Ir a mis sesiones'],
  ] as const)('the page waits and then shows the plan, in %s', async (locale, waiting, welcome, until, way) => {
    const { show, address } = paid(locale);
    show();
    await expect.element(heading).toHaveTextContent(waiting);
    expect(address()).toBe('/cabinet/payment?payment=p1'); // a reload goes on waiting
    payments.status.mockResolvedValue({ ...report('succeeded'), accessTo: '2999-01-01T12:00:00.000Z' });
    await timerSet(1_500);
    await vi.advanceTimersByTimeAsync(1_500);
    await expect.element(heading).toHaveTextContent(welcome);
    await expect.element(heading).toHaveFocus();
    await expect.element(main).toHaveTextContent(until);
    await expect.element(main).toHaveTextContent('ana@example.com');
    await expect.element(sessions(way)).toHaveAttribute('href', '/cabinet/sessions');
    expect(payments.takeAccess).toHaveBeenCalledWith('2999-01-01T12:00:00.000Z');
    expect(payments.reloadUser).toHaveBeenCalledTimes(1);
    await expect.poll(address).toBe('/cabinet/payment');
  });

  test('the header leads to the profile at once', async () => {
    const { show } = paid();
    payments.status.mockResolvedValue({ ...report('succeeded'), accessTo: '2999-01-01T12:00:00.000Z' });
    show();
    const profile = page.getByRole('banner').getByRole('link', { name: 'Profile' });
    await expect.poll(() => profile.elements()).not.toEqual([]);
  });

  test('a lifetime has no end', async () => {
    const { show } = paid();
    const lifetime = { plan: 'lifetime', accessTo: '9999-12-31T00:00:00.000Z' } as const;
    payments.status.mockResolvedValue({ ...report('succeeded'), ...lifetime });
    show();
    await expect.element(main).toHaveTextContent('Your plan is Lifetime.');
    expect(main.element()).not.toHaveTextContent('9999');
  });

  test('a plan beside access for ever has no end that is said', async () => {
    const { show } = paid();
    payments.status.mockResolvedValue({ ...report('succeeded'), accessTo: '9999-12-31T00:00:00.000Z' });
    show();
    await expect.element(main).toHaveTextContent('Your plan: 3 months. It renews automatically until you cancel.');
    expect(main.element()).not.toHaveTextContent('lifetime');
  });

  test('a payment that opens nothing any more brings no welcome: the page says what the member has', async () => {
    const { show, address } = showPayment({ search: '?payment=p1', bought: { subscriptions: [subscription()] } });
    payments.status.mockResolvedValue({ ...report('succeeded'), accessTo: null });
    show();
    await expect.element(heading).toHaveTextContent('Your access is on hold');
    await expect.poll(address).toBe('/cabinet/payment');
  });

  test.each([
    ['en', 'taking longer than usual'],
    ['es', 'más de lo normal'],
  ] as const)('the page says after 20 s that nobody has to wait, in %s', async (locale, words) => {
    paid(locale).show();
    await timerSet(20_000);
    await vi.advanceTimersByTimeAsync(19_999);
    await painted();
    expect(main.element()).not.toHaveTextContent(words);
    await vi.advanceTimersByTimeAsync(1);
    await expect.element(main.getByRole('status')).toHaveTextContent(words);
    await expect.element(main).toHaveTextContent('ana@example.com');
    const mail = sessions('hello@quiet.example');
    await expect.element(mail).toHaveAttribute('href', 'mailto:hello@quiet.example');
  });

  test.each(['failed', 'expired'] as const)('a payment that is %s leads to the page about it', async (status) => {
    const { show, address, state } = paid();
    payments.status.mockResolvedValue(report(status));
    show();
    await expect.poll(address).toBe('/cabinet/payment-error');
    expect(state()).toEqual({ hasFailed: true });
  });

  test('somebody else sees the plans', async () => {
    const { show, address } = paid();
    payments.status.mockRejectedValue(new ApiProblem(404, { code: 'not_found' }));
    show();
    await expect.element(heading).toHaveTextContent('Choose your plan and begin');
    await expect.poll(address).toBe('/cabinet/payment');
  });

  test('the page goes on through errors', async () => {
    const { show } = paid();
    payments.status.mockRejectedValueOnce(new Error('offline'));
    show();
    await timerSet(1_500);
    payments.status.mockResolvedValue(report('succeeded'));
    window.dispatchEvent(new Event('online'));
    await expect.element(heading).toHaveTextContent('Welcome');
  });
});
