import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiProblem } from '../../../web/session/api-client.ts';
import { payment as paid, subscription } from '../payment/bought.ts';
import { leaveFor, payments, stripePage } from '../payment/fake-payments.ts';
import { report } from '../payment/open-payment.ts';
import { showPayment } from '../payment/show-payment.tsx';
import { painted } from '../ui/show.tsx';
import { pending } from './fake-account.ts';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));
vi.mock('../../../web/pages/cabinet/payments.ts', () => import('../payment/fake-payments.ts'));
vi.mock('../../../web/pages/cabinet/browser.ts', () => import('../payment/fake-payments.ts'));

const main = page.getByRole('main');
const heading = page.getByRole('heading', { level: 1 });
const button = page.getByRole('button', { name: 'Continue to payment' });
const link = (name: string) => main.getByRole('link', { name });
const notInit = new ApiProblem(503, {
  detail: 'Payment initialization error. Try again later',
  code: 'payment_init',
});

const giveAccess = async () => payments.takeAccess('2999-07-04T12:00:00.000Z');

describe('somebody who has not paid', () => {
  test('sees the plans, what is promised, and where it is paid', async () => {
    showPayment().show();
    await expect.element(heading).toHaveTextContent('Choose your plan and begin');
    await expect.element(page.getByRole('radio', { name: '3 months' })).toBeChecked();
    await expect.element(main).toHaveTextContent('14-day refund guarantee');
    await expect.element(main).toHaveTextContent('You pay on Stripe’s secure page.');
    await expect.element(link('Terms of service')).toHaveAttribute('href', '/terms-of-service');
    await expect.element(button).toHaveTextContent('Continue to payment · $29.99 for 3 months');
    await expect.element(page.getByText('Your data and your account')).toBeVisible();
  });

  test('is not asked again for the plan that they picked before, but can change it, and another pick is kept', async () => {
    localStorage.setItem('chosenPlan', '"basic"');
    showPayment().show();
    await expect.element(heading).toHaveTextContent('Last step: payment');
    await expect.element(page.getByRole('region', { name: 'Your order' })).toHaveTextContent('Basic $14.99');
    expect(page.getByRole('radio').elements()).toEqual([]);
    await page.getByRole('button', { name: 'Change plan' }).click();
    await expect.element(page.getByRole('radio', { name: 'Basic' })).toBeChecked();
    await expect.element(page.getByRole('radio', { name: 'Basic' })).toHaveFocus();
    await expect.element(button).toHaveTextContent('$14.99');
    await page.getByRole('radio', { name: 'Lifetime' }).click();
    await expect.element(button).toHaveTextContent('$79.99');
    expect(localStorage.getItem('chosenPlan')).toBe('"lifetime"');
  });

  test('is spoken to in Spanish', async () => {
    showPayment({ locale: 'es' }).show();
    await expect.element(heading).toHaveTextContent('Elige tu plan y empieza');
    await expect.element(page.getByRole('button', { name: 'Ir al pago · 29,99' })).toBeVisible();
    await expect.element(main).toHaveTextContent('Pagas en la página segura de Stripe.');
  });

  test('is led to the page of Stripe once, however often they press', async () => {
    showPayment().show();
    await button.click();
    await expect.element(button).toHaveAttribute('aria-busy', 'true');
    (button.element() as HTMLElement).click();
    await expect.poll(() => leaveFor).toHaveBeenCalledExactlyOnceWith(stripePage);
    expect(payments.buy).toHaveBeenCalledExactlyOnceWith({
      plan: 'three_months',
      amount: 2999,
      currency: 'USD',
    });
    await expect.element(page.getByRole('radio', { name: 'Basic' })).toBeDisabled();
  });

  test('is told in a toast and on the page where a payment could not begin, and can try again', async () => {
    showPayment().show();
    payments.buy.mockRejectedValueOnce(notInit);
    await button.click();
    await expect.element(main.getByRole('alert')).toHaveTextContent(notInit.detail);
    await expect.poll(() => page.getByText(notInit.detail).elements().length).toBeGreaterThan(1);
    await expect.element(button).not.toHaveAttribute('aria-busy');
    await button.click();
    await expect.poll(() => leaveFor).toHaveBeenCalledTimes(1);
    await expect.element(main.getByRole('alert')).toBeEmptyDOMElement();
  });

  test('sees why one plan could not be paid beside that plan only', async () => {
    showPayment().show();
    payments.buy.mockRejectedValueOnce(notInit);
    await button.click();
    await expect.element(main.getByRole('alert')).toHaveTextContent(notInit.detail);
    await page.getByRole('radio', { name: 'Basic' }).click();
    await expect.element(main.getByRole('alert')).toBeEmptyDOMElement();
  });

  test('a member who has bought a plan elsewhere meanwhile sees it', async () => {
    showPayment().show();
    await expect.element(button).toBeVisible();
    payments.buy.mockRejectedValueOnce(new ApiProblem(409, { detail: 'Twice.', code: 'already_subscribed' }));
    payments.list.mockResolvedValue({ plans: [], subscriptions: [subscription()], payments: [paid()] });
    payments.reloadUser.mockImplementationOnce(giveAccess);
    await button.click();
    await expect.element(heading).toHaveTextContent('You have access');
    await expect.element(heading).toHaveFocus();
  });
});

describe('somebody who was a member', () => {
  test('is greeted as one, and not promised the guarantee of the first purchase', async () => {
    const ended = subscription({ plan: 'basic', status: 'ended', renewsAt: null, endsAt: '2020-03-05T12:00:00.000Z' });
    showPayment({ bought: { subscriptions: [ended] } }).show();
    await expect.element(heading).toHaveTextContent('Your plan has ended');
    await expect.element(main).toHaveTextContent('Your last plan, Basic, ended on March 5, 2020.');
    await expect.element(main).not.toHaveTextContent('14-day');
    await expect.element(main).not.toHaveTextContent('14 days');
    await expect.element(button).toBeVisible();
  });
});

describe("back from Stripe's page", () => {
  const note = 'nothing was charged';

  test('without paying, the page says that nothing was charged and goes on', async () => {
    const { show, address } = showPayment({ search: '?payment=p1&back=1' });
    show();
    await expect.element(main.getByRole('status').filter({ hasText: note })).toBeVisible();
    await expect.poll(address).toBe('/cabinet/payment');
    await button.click();
    await expect.poll(() => leaveFor).toHaveBeenCalledWith(stripePage);
  });

  test("by the browser's Back, the button works again", async () => {
    showPayment().show();
    await button.click();
    await expect.element(button).toHaveAttribute('aria-busy', 'true');
    await expect.poll(() => leaveFor).toHaveBeenCalledTimes(1);
    expect(sessionStorage.getItem('begunPayment')).toBe('p1'); // for a browser that forgets the page
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await expect.element(button).not.toHaveAttribute('aria-busy');
    await expect.element(main).toHaveTextContent(note);
    expect(sessionStorage.getItem('begunPayment')).toBeNull(); // it is said once
  });

  test("by the browser's Back to a page that it had forgotten, the page says so too", async () => {
    sessionStorage.setItem('begunPayment', 'p1');
    showPayment().show();
    await expect.element(main).toHaveTextContent(note);
    await expect.element(button).not.toHaveAttribute('aria-busy');
  });

  test("by the browser's Back after paying, the page says that it is paid", async () => {
    showPayment().show();
    await button.click();
    await expect.poll(() => leaveFor).toHaveBeenCalledTimes(1);
    payments.status.mockResolvedValue(report('succeeded'));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await expect.element(heading).toHaveTextContent('Welcome');
    await expect.element(heading).toHaveFocus();
  });
});

describe('what somebody has', () => {
  const bought = { plans: [], subscriptions: [subscription()], payments: [paid()] };

  test("is looked up when the browser's Back brings the page", async () => {
    showPayment().show();
    await expect.element(button).toBeVisible();
    payments.list.mockResolvedValue(bought);
    payments.reloadUser.mockImplementationOnce(giveAccess);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await expect.element(heading).toHaveTextContent('You have access');
  });

  test('stays on the page where it can not be looked up again', async () => {
    showPayment().show();
    await expect.element(button).toBeVisible();
    payments.list.mockRejectedValueOnce(new Error('offline'));
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => payments.list).toHaveBeenCalledTimes(2);
    await painted();
    await expect.element(button).toBeVisible();
  });

  test('is what was asked for last, whichever answer comes first', async () => {
    const first = pending();
    const { show } = showPayment();
    payments.list.mockImplementationOnce(async () => {
      await first.promise;
      return { plans: bought.plans, subscriptions: [], payments: [] };
    });
    show();
    payments.list.mockResolvedValue(bought);
    payments.reloadUser.mockImplementationOnce(giveAccess);
    await expect.poll(() => payments.list).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('online'));
    await expect.element(heading).toHaveTextContent('You have access');
    first.succeed();
    await painted();
    await expect.element(main).toHaveTextContent('Your plan: 3 months.');
  });

  test('does not take the focus from the header when it comes', async () => {
    const answer = pending();
    const { show } = showPayment();
    payments.list.mockImplementationOnce(async () => {
      await answer.promise;
      return bought;
    });
    show();
    const logOut = page.getByRole('button', { name: 'Sign out' });
    (logOut.element() as HTMLElement).focus();
    answer.succeed();
    await expect.element(heading).toHaveTextContent('Your access is on hold');
    await expect.element(logOut).toHaveFocus();
  });
});

describe('while it is not known what somebody has', () => {
  test('the page offers nothing and says that it loads', async () => {
    const { show } = showPayment();
    payments.list.mockReturnValue(new Promise(() => {}));
    show();
    await expect.element(main.getByText('Loading…')).toBeInTheDocument();
    expect(page.getByRole('radio').elements()).toEqual([]);
  });

  test('the page can be asked again where it could not be loaded', async () => {
    const { show } = showPayment();
    payments.list.mockRejectedValueOnce(new Error('offline'));
    show();
    await expect.element(heading).toHaveTextContent('The page didn’t load');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(button).toBeVisible();
  });

  test('a page that could not be loaded is loaded when the network is back', async () => {
    const { show } = showPayment();
    payments.list.mockRejectedValueOnce(new Error('offline'));
    show();
    await expect.element(heading).toHaveTextContent('The page didn’t load');
    window.dispatchEvent(new Event('online'));
    await expect.element(button).toBeVisible();
  });

  test('nothing is for sale to somebody who is not known', async () => {
    showPayment({ user: null }).show();
    await expect.element(heading).toHaveTextContent('The page didn’t load');
    expect(page.getByRole('radio').elements()).toEqual([]);
  });
});
