import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PaymentErrorPage } from '../../../web/pages/cabinet/payment/PaymentErrorPage.tsx';
import { payment, plans, subscription } from '../payment/bought.ts';
import { leaveFor, payments, stripePage } from '../payment/fake-payments.ts';
import { ApiProblem } from '../../../web/session/api-client.ts';
import { showPayment } from '../payment/show-payment.tsx';
import { painted } from '../ui/show.tsx';
import { outage, pending } from './fake-account.ts';
import { showCabinet } from './show-cabinet.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));
vi.mock('../../../web/pages/cabinet/payments.ts', () => import('../payment/fake-payments.ts'));
vi.mock('../../../web/pages/cabinet/browser.ts', () => import('../payment/fake-payments.ts'));

const main = page.getByRole('main');
const heading = page.getByRole('heading', { level: 1 });
const button = (name: string) => page.getByRole('button', { name });
const link = (name: string) => main.getByRole('link', { name });
/** Presses it wherever it is, also beneath a toast. */
async function press(name: string, within = main): Promise<void> {
  const pressed = within.getByRole('button', { name });
  await expect.element(pressed).toBeInTheDocument();
  (pressed.element() as HTMLElement).click();
}
const accessTo = new Date('2999-07-04T12:00:00Z');
const forever = new Date('9999-12-31T00:00:00Z');
const ending = subscription({ renewsAt: null, endsAt: '2999-07-01T12:00:00Z' });

describe('a member with access', () => {
  test.each([
    ['en', subscription(), 'Your plan: 3 months. It renews on July 1, 2999 for $29.99'],
    ['es', subscription(), 'Tu plan: 3 meses. Se renueva el 1 de julio de 2999 por 29,99'],
    ['en', subscription({ nextAmount: 0 }), 'It renews on July 1, 2999 with nothing to pay, and'],
    ['en', ending, 'It ends on July 1, 2999 and nothing more is charged.'],
    ['es', ending, 'Termina el 1 de julio de 2999 y no se te cobrará nada más.'],
  ] as const)('sees in %s what becomes of the plan', async (locale, held, words) => {
    showPayment({ locale, user: { accessTo }, bought: { subscriptions: [held], payments: [payment()] } }).show();
    await expect.element(main).toHaveTextContent(words);
    await expect.element(main.getByRole('link').first()).toHaveAttribute('href', '/cabinet/sessions');
    await expect.element(main.getByRole('link').nth(1)).toHaveAttribute('href', '/cabinet/profile');
    expect(page.getByRole('radio').elements()).toEqual([]);
  });

  test('for a lifetime sees no date and nothing to buy', async () => {
    showPayment({ user: { accessTo: forever }, bought: { payments: [payment({ plan: 'lifetime' })] } }).show();
    await expect.element(main).toHaveTextContent('Your plan is Lifetime.');
    await expect.element(link('Go to my sessions')).toHaveAttribute('href', '/cabinet/sessions');
    expect(button('Switch to Lifetime').elements()).toEqual([]);
  });

  test('that was given sees until when', async () => {
    showPayment({ user: { accessTo } }).show();
    await expect.element(main).toHaveTextContent('You have access to every session until July 4, 2999');
  });

  test.each([
    ['is told before buying what the guarantee does for a switch', [], true],
    ['is promised no second guarantee', [payment({ plan: 'lifetime', status: 'refunded' })], false],
  ] as const)('%s', async (_, earlier, isGuaranteed) => {
    showPayment({ user: { accessTo }, bought: { subscriptions: [subscription()], payments: [...earlier] } }).show();
    await button('Switch to Lifetime').click();
    const card = page.getByRole('region', { name: 'Lifetime' });
    await expect.element(card).toHaveTextContent('Pay once');
    if (isGuaranteed)
      await expect
        .element(card)
        .toHaveTextContent('You can get a refund for this payment within 14 days. Your current plan then stays open');
    else await expect.element(card).not.toHaveTextContent('14 days');
  });

  test('can switch to Lifetime', async () => {
    showPayment({ user: { accessTo }, bought: { subscriptions: [subscription()] } }).show();
    await expect.element(button('Switch to Lifetime')).toHaveAttribute('aria-expanded', 'false');
    expect(button('Continue to payment').elements()).toEqual([]);
    await button('Switch to Lifetime').click();
    await expect.element(main).toHaveTextContent('stops renewing as soon as Lifetime is paid');
    await expect.element(main).toHaveTextContent('Lifetime$79.99What’s left of your plan−$12.00You pay$67.99');
    await button('Continue to payment · $67.99 once').click();
    await expect.poll(() => leaveFor).toHaveBeenCalledExactlyOnceWith(stripePage);
    expect(payments.buy).toHaveBeenCalledExactlyOnceWith({ plan: 'lifetime', amount: 6799, currency: 'USD' });
  });

  test('sees the price of Lifetime again where it has changed since it was shown', async () => {
    showPayment({ search: '#lifetime', user: { accessTo }, bought: { subscriptions: [subscription()] } }).show();
    const detail = 'The price has changed since you opened this page.';
    payments.buy.mockRejectedValueOnce(new ApiProblem(409, { detail, code: 'price_changed' }));
    await expect.element(button('Continue to payment · $67.99 once')).toBeVisible();
    payments.lifetimePrice.mockResolvedValue({ amount: 7999, credit: 0, currency: 'USD' });
    await press('Continue to payment · $67.99 once');
    await expect.element(main.getByRole('alert')).toHaveTextContent(detail);
    await expect.element(button('Continue to payment · $79.99 once')).toBeVisible();
    await expect.element(main).not.toHaveTextContent('What’s left of your plan');
  });

  test('can not buy Lifetime before its price is known', async () => {
    const options = { search: '#lifetime', user: { accessTo }, bought: { subscriptions: [subscription()] } };
    const { show } = showPayment(options);
    payments.lifetimePrice.mockRejectedValueOnce(outage);
    show();
    await button('Try again').click();
    await expect.element(button('Continue to payment · $67.99 once')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Lifetime' })).toHaveFocus();
  });

  test('a member who was led to Lifetime sees it at once', async () => {
    showPayment({ search: '#lifetime', user: { accessTo }, bought: { subscriptions: [subscription()] } }).show();
    await expect.element(button('Continue to payment · $67.99 once')).toBeVisible();
  });

  test("a member who is back from Stripe's page without Lifetime finds it open, with a word about it", async () => {
    const bought = { subscriptions: [subscription()], payments: [payment()] };
    showPayment({ search: '?payment=p2&back=1', user: { accessTo }, bought }).show();
    await expect.element(button('Continue to payment · $67.99 once')).toBeVisible();
    await expect.element(main.getByRole('status').filter({ hasText: 'nothing was charged' })).toBeVisible();
  });

  test('whose plan was renewed while the page stood open is not taken for one on hold', async () => {
    const bought = { subscriptions: [subscription()], payments: [payment()] };
    const { show } = showPayment({ user: { accessTo: new Date('2020-01-01T00:00:00Z') }, bought });
    const answer = pending();
    payments.reloadUser.mockImplementationOnce(async () => {
      await answer.promise;
      payments.takeAccess(accessTo.toISOString());
    });
    show();
    await expect.poll(() => payments.list).toHaveBeenCalledTimes(1);
    await painted();
    await expect.element(heading).toHaveTextContent('Payment'); // what is being loaded
    answer.succeed();
    await expect.element(heading).toHaveTextContent('You have access');
  });

  test('a member who paid in another tab sees it when this tab is visible again', async () => {
    showPayment().show();
    await expect.element(heading).toHaveTextContent('Choose your plan');
    payments.list.mockResolvedValue({ plans, subscriptions: [subscription()], payments: [payment()] });
    payments.reloadUser.mockImplementationOnce(async () => payments.takeAccess(accessTo.toISOString()));
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(heading).toHaveTextContent('You have access');
  });
});

describe('a member whose renewal failed', () => {
  const payUrl = 'https://invoice.stripe.example/i/1';
  const owing = subscription({ status: 'past_due', renewsAt: null, payUrl });
  const bought = { subscriptions: [owing], payments: [payment()] };

  test.each([
    ['en', 'Your sessions stay open until July 4, 2999.', 'Pay $29.99'],
    ['es', 'Tus sesiones siguen abiertas hasta el 4 de julio de 2999.', 'Pagar 29,99'],
  ] as const)('sees until when sessions stay open and where it is paid, in %s', async (locale, words, pay) => {
    showPayment({ locale, user: { accessTo }, bought }).show();
    await expect.element(main).toHaveTextContent(words);
    await expect.element(link(pay)).toHaveAttribute('href', payUrl);
    expect(page.getByRole('radio').elements()).toEqual([]);
  });

  test('and a member whose access has ended can pay, cancel, and have their data', async () => {
    showPayment({ bought }).show();
    await expect.element(main).toHaveTextContent('your sessions are closed for now');
    await expect.element(link('Pay $29.99')).toHaveAttribute('href', payUrl);
    await expect.element(page.getByText('Card, invoices, your data and your account')).toBeVisible();
    expect(link('Go to my sessions').elements()).toEqual([]);
  });

  test('a member who has paid in the other tab sees it without doing anything', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    showPayment({ user: { accessTo }, bought }).show();
    await expect.element(link('Pay $29.99')).toBeVisible();
    const pay = link('Pay $29.99').element();
    pay.addEventListener('click', (event) => event.preventDefault()); // no new tab in a test
    (pay as HTMLElement).click();
    payments.list.mockResolvedValue({ plans, subscriptions: [subscription()], payments: [payment()] });
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
    vi.advanceTimersByTime(10_000);
    await expect.element(heading).toHaveTextContent('You have access');
  });

  test('can cancel on the page of Stripe, or reads why not', async () => {
    showPayment({ bought }).show();
    payments.portal.mockRejectedValueOnce(outage);
    await press('Cancel my plan');
    await expect.element(page.getByText(outage.detail).first()).toBeVisible();
    payments.portal.mockResolvedValueOnce('https://portal.example/p1');
    await press('Cancel my plan');
    await expect.poll(() => leaveFor.mock.calls).toEqual([['https://portal.example/p1']]);
    expect(payments.portal).toHaveBeenLastCalledWith('cancel');
  });
});

describe('a member without access', () => {
  const paid = payment();
  const ended = subscription({ status: 'ended', renewsAt: null, endsAt: '2020-01-01T12:00:00Z' });
  const owing = subscription({ status: 'past_due', renewsAt: null });

  test.each([
    ['whose plan has ended', ended],
    ['whose renewal failed', owing],
    ['whose access is on hold', subscription()],
  ])('%s finds the way to the invoices', async (_, held) => {
    showPayment({ bought: { subscriptions: [held], payments: [paid] } }).show();
    await page.getByText('Card, invoices, your data and your account').click();
    payments.portal.mockResolvedValueOnce('https://portal.example/p1');
    await press('Open my billing pages');
    await expect.poll(() => leaveFor.mock.calls).toEqual([['https://portal.example/p1']]);
  });

  test.each([
    ['a plan that has not ended', owing, 'Your 3-month plan ends now'],
    ['no plan where none is left', ended, null],
  ])('is told of %s when they remove the account', async (_, held, words) => {
    showPayment({ bought: { subscriptions: [held], payments: [paid] } }).show();
    await page.getByText('Card, invoices, your data and your account').click();
    await button('Remove my account').click();
    const removal = page.getByRole('dialog', { name: 'Remove your account?' });
    await expect.element(removal).toBeVisible();
    if (words === null) await expect.element(removal).not.toHaveTextContent('plan');
    else await expect.element(removal).toHaveTextContent(words);
  });

  test('that is on hold can stop the renewals, and is promised no sessions', async () => {
    showPayment({ bought: { subscriptions: [subscription()], payments: [paid] } }).show();
    await expect.element(main).toHaveTextContent('3 months · Renews on July 1, 2999');
    await expect.element(button('Cancel my plan')).toBeVisible();
  });
});

test('a member who has paid and has no access reads whom to ask, and is sold nothing', async () => {
  showPayment({ bought: { subscriptions: [subscription()] } }).show();
  await expect.element(heading).toHaveTextContent('Your access is on hold');
  await expect.element(link('Contact support')).toHaveAttribute('href', 'mailto:hello@quiet.example');
  expect(page.getByRole('radio').elements()).toEqual([]);
});

const openError = (accessTo: Date | null, locale: 'en' | 'es' = 'en') =>
  showCabinet(<PaymentErrorPage />, { path: '/cabinet/payment-error', locale, user: { accessTo } });

describe('the page of a failed payment, opened by its address', () => {
  test.each([
    ['en', 'You have access', 'charged'],
    ['es', 'Ya tienes acceso', 'cobrado'],
  ] as const)('says nothing of a payment that failed to a member with access, in %s', async (locale, title, word) => {
    openError(accessTo, locale);
    await expect.element(heading).toHaveTextContent(title);
    await expect.element(main).not.toHaveTextContent(word);
    await expect.element(main.getByRole('link').first()).toHaveAttribute('href', '/cabinet/sessions');
    await expect.element(main.getByRole('link').nth(1)).toHaveAttribute('href', '/cabinet/payment');
  });

  test('claims for no payment that it was not completed', async () => {
    openError(null);
    await expect.element(main).toHaveTextContent('If the payment wasn’t completed, nothing was charged.');
  });
});

test.each([
  [
    'en',
    'Payment error: An error occurred while processing your payment.',
    'wasn’t completed, and nothing was charged',
  ],
  ['es', 'Error en el pago: ha ocurrido un error al procesar tu pago.', 'no se completó y no se te ha cobrado nada'],
] as const)(
  'after a failed payment the page says that nothing was charged, also to a member, and leads on, in %s',
  async (locale, title, words) => {
    showCabinet(<PaymentErrorPage />, { path: '/cabinet/payment-error', state: { hasFailed: true }, locale });
    await expect.element(heading).toHaveTextContent(title);
    await expect.element(main).toHaveTextContent(words);
    await expect.element(main.getByRole('link').first()).toHaveAttribute('href', '/cabinet/payment');
    await expect.element(main.getByRole('link').nth(1)).toHaveAttribute('href', 'mailto:hello@quiet.example');
  },
);
