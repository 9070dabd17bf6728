import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { UnsubscribePage } from '../../../web/pages/cabinet/UnsubscribePage.tsx';
import { painted } from '../ui/show.tsx';
import { account, outage, setUser } from './fake-account.ts';
import { showCabinet } from './show-cabinet.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));

const button = (name: string) => page.getByRole('button', { name });
const showPage = (options = {}) => showCabinet(<UnsubscribePage />, { path: '/cabinet/email-unsubscribe', ...options });

test('unsubscribing takes one press, is said, and can be undone', async () => {
  showPage();
  await expect.element(page.getByRole('main')).toHaveTextContent('We may send tips and offers to ana@example.com.');
  await button('Unsubscribe').click();
  expect(account.unsubscribe).toHaveBeenCalledTimes(1);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('No tips or offers by email');
  await expect.element(page.getByRole('main').getByRole('status')).toHaveTextContent('No tips or offers by email');
  await button('Send me tips and offers').click();
  expect(account.updateMe).toHaveBeenCalledWith({ emailSubscribed: true });
  await expect.element(button('Unsubscribe')).toBeVisible();
});

test('a member who gets none, because they have unsubscribed or never asked for them, sees that', async () => {
  showPage({ user: { emailSubscribed: false } });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('No tips or offers by email');
  await expect.element(button('Send me tips and offers')).toBeVisible();
  await expect.element(button('Unsubscribe')).not.toBeInTheDocument();
});

test('the page alone changes nothing', async () => {
  showPage();
  await expect.element(button('Unsubscribe')).toBeVisible();
  expect(account.unsubscribe).not.toHaveBeenCalled();
});

test('the keyboard is enough, and the focus stays on the button', async () => {
  showPage();
  (button('Unsubscribe').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Send me tips and offers')).toHaveFocus();
});

test('where it fails, the state stays and the button works again', async () => {
  account.unsubscribe.mockRejectedValueOnce(outage);
  showPage();
  await button('Unsubscribe').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('We are back in a minute.');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Fewer emails?');
  await button('Unsubscribe').click();
  await expect.element(button('Send me tips and offers')).toBeVisible();
});

test('a page that is left by logging out stays whole until it is gone', async () => {
  showPage();
  await expect.element(button('Unsubscribe')).toBeVisible();
  setUser(null);
  await painted();
  await expect.element(button('Unsubscribe')).toBeVisible();
});

test('where the user could not be loaded, there is a way to try again', async () => {
  showPage({ user: null });
  await expect.element(button('Try again')).toBeVisible();
});

test('Spanish throughout', async () => {
  showPage({ locale: 'es' });
  await button('Darme de baja').click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sin consejos ni ofertas por correo');
});
