import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DashboardPage } from '../../../web/pages/cabinet/DashboardPage.tsx';
import { PaymentErrorPage } from '../../../web/pages/cabinet/PaymentErrorPage.tsx';
import { PaymentPage } from '../../../web/pages/cabinet/PaymentPage.tsx';
import { SessionsPage } from '../../../web/pages/cabinet/SessionsPage.tsx';
import { showCabinet } from './show-cabinet.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));

const heading = page.getByRole('heading', { level: 1 });
const link = (name: string) => page.getByRole('main').getByRole('link', { name });
const showPayment = (options = {}) =>
  showCabinet(<PaymentPage />, { path: '/cabinet/payment', user: { accessTo: null }, ...options });

describe('the payment page', () => {
  test('says that nothing was charged and that paying opens soon', async () => {
    showPayment();
    await expect.element(heading).toHaveTextContent('Paying opens soon');
    await expect.element(page.getByRole('main')).toHaveTextContent('nothing has been charged');
    await expect.element(link('Terms of service')).toHaveAttribute('href', '/terms-of-service');
    await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  });

  test('shows the plans with the one picked before, and keeps another pick', async () => {
    localStorage.setItem('chosenPlan', '"basic"');
    showPayment();
    await expect.element(page.getByRole('radio', { name: 'Basic' })).toBeChecked();
    await page.getByRole('radio', { name: 'Lifetime' }).click();
    expect(localStorage.getItem('chosenPlan')).toBe('"lifetime"');
    localStorage.clear();
  });

  test('recommends a plan to who picked none', async () => {
    showPayment();
    await expect.element(page.getByRole('radio', { name: '3 months' })).toBeChecked();
  });

  test.each([
    ['en', 'until July 1, 2999'],
    ['es', 'hasta el 1 de julio de 2999'],
  ])('tells a member with access in %s until when', async (locale, until) => {
    showPayment({ locale, user: { accessTo: new Date(2999, 6, 1, 12) } });
    await expect.element(page.getByRole('main')).toHaveTextContent(until);
    await expect.element(page.getByRole('radio')).not.toBeInTheDocument();
  });

  test('tells a member with a lifetime so, and no date', async () => {
    showPayment({ user: { accessTo: new Date('9999-12-31T00:00:00.000Z') } });
    await expect.element(page.getByRole('main')).toHaveTextContent('for as long as we run the service');
    await expect.element(link('To my sessions')).toHaveAttribute('href', '/cabinet/sessions');
  });

  test('offers nothing for sale to somebody whose access is not known', async () => {
    showPayment({ user: null });
    await expect.element(heading).toHaveTextContent("The page didn't load");
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect.element(page.getByRole('radio')).not.toBeInTheDocument();
  });

  test('asks for a payment again when access is over', async () => {
    showPayment({ user: { accessTo: new Date('2020-01-01T00:00:00Z') } });
    await expect.element(page.getByRole('radio', { name: 'Basic' })).toBeVisible();
  });
});

test('the page of a failed payment says what happened and leads to another try or to a person', async () => {
  showCabinet(<PaymentErrorPage />, { path: '/cabinet/payment-error', user: { accessTo: null } });
  await expect.element(heading).toHaveTextContent('An error occurred while processing your payment');
  await expect.element(link('Try again')).toHaveAttribute('href', '/cabinet/payment');
  await expect.element(link('Contact support')).toHaveAttribute('href', 'mailto:hello@quiet.example');
});

test('the sessions greet who gave a name', async () => {
  showCabinet(<SessionsPage />);
  await expect.element(heading).toHaveTextContent('Ana, the library opens soon');
});

test('the sessions need no name', async () => {
  showCabinet(<SessionsPage />, { user: { firstName: '' } });
  await expect.element(heading).toHaveTextContent('The library opens soon');
});

test('the dashboard leads to the sessions', async () => {
  showCabinet(<DashboardPage />, { path: '/cabinet/dashboard', locale: 'es' });
  await expect.element(link('Ir a mis sesiones')).toHaveAttribute('href', '/cabinet/sessions');
});
