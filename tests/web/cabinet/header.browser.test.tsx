import { brand } from '../../../content/brand.ts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { account, changeUser, outage, pending } from './fake-account.ts';
import { showCabinet } from './show-cabinet.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));

const header = page.getByRole('banner');
const places = page.getByRole('navigation', { name: 'Member pages' });
const link = (name: string) => header.getByRole('link', { name, exact: true });
const icon = page.getByTitle('Profile');
const logOut = page.getByRole('button', { name: 'Sign out' });
const past = new Date('2020-01-01T00:00:00Z');

describe('the header of the cabinet', () => {
  test('shows the profile icon and the pages to a member with access', async () => {
    showCabinet(<p>The page</p>);
    await expect.element(icon).toHaveAttribute('href', '/cabinet/profile');
    await expect.element(places.getByRole('link', { name: 'Sessions' })).toHaveAttribute('href', '/cabinet/sessions');
    await expect.element(places.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/cabinet/dashboard');
    expect(places.getByRole('link', { name: 'Profile' }).elements(), 'it is named once').toEqual([]);
  });

  test('leads analysts to the reports, whether they have paid or not, and nobody else', async () => {
    const user = { role: 'analyst', accessTo: null } as const;
    showCabinet(<p>The page</p>, { path: '/cabinet/payment', user });
    await expect.element(places.getByRole('link')).toHaveAttribute('href', '/cabinet/reports');
    changeUser({ role: 'member', accessTo: new Date('2999-01-01T00:00:00Z') });
    await expect.element(places.getByRole('link', { name: 'Sessions' })).toBeVisible();
    await expect.element(places.getByRole('link', { name: 'Reports' })).not.toBeInTheDocument();
  });

  test('marks the page that is open', async () => {
    showCabinet(<p>The page</p>, { path: '/cabinet/dashboard' });
    await expect.element(places.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    await expect.element(places.getByRole('link', { name: 'Sessions' })).not.toHaveAttribute('aria-current');
  });

  test('has neither for members that never had access', async () => {
    showCabinet(<p>The page</p>, { path: '/cabinet/payment', user: { accessTo: null } });
    await expect.element(logOut).toBeVisible();
    await expect.element(icon).not.toBeInTheDocument();
    await expect.element(places).not.toBeInTheDocument();
  });

  test('has only the profile icon for whose access is over', async () => {
    showCabinet(<p>The page</p>, { path: '/cabinet/payment', user: { accessTo: past } });
    await expect.element(icon).toBeVisible();
    await expect.element(places).not.toBeInTheDocument();
  });

  test('leads from the profile back to the sessions', async () => {
    const seen = showCabinet(<p>The page</p>, { path: '/cabinet/profile' });
    await expect.element(icon).not.toBeInTheDocument();
    await link('Back to the sessions').click();
    await expect.poll(() => seen.path).toBe('/cabinet/sessions');
    await expect.element(icon).toBeVisible();
  });

  test('has the way past it, the logo and the languages', async () => {
    const { chosen } = showCabinet(<p>The page</p>);
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByRole('main')).toHaveFocus();
    await expect.element(link(`${brand.name}, home`)).toHaveAttribute('href', '/cabinet/sessions');
    await link('Español').click();
    expect(chosen).toEqual(['es']);
  });

  test('speaks Spanish', async () => {
    showCabinet(<p>La página</p>, { locale: 'es' });
    await expect.element(page.getByRole('button', { name: 'Cerrar sesión' })).toBeVisible();
    await expect.element(header.getByRole('link', { name: 'Resumen' })).toBeVisible();
  });
});

describe('logging out', () => {
  test('shows a spinner while it works, takes one press, and leads to LOGIN', async () => {
    const answer = pending();
    account.logOut.mockReturnValueOnce(answer.promise.then(() => true));
    const seen = showCabinet(<p>The page</p>);
    await logOut.click();
    await expect.element(logOut).toHaveAttribute('aria-busy', 'true');
    await userEvent.keyboard('{Enter}');
    expect(account.logOut).toHaveBeenCalledTimes(1);
    expect(seen.path).toBe('/cabinet/sessions');
    answer.succeed();
    await expect.poll(() => seen.path).toBe('/login');
  });

  test('stops the spinner where it fails, says so and stays', async () => {
    account.logOut.mockRejectedValueOnce(outage);
    const seen = showCabinet(<p>The page</p>);
    await logOut.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('We are back in a minute.');
    await expect.element(logOut).not.toHaveAttribute('aria-busy');
    expect(seen.path).toBe('/cabinet/sessions');
  });

  test('offline leads to LOGIN too, and a toast says that the server is told later', async () => {
    account.logOut.mockResolvedValueOnce(false);
    const seen = showCabinet(<p>The page</p>);
    await logOut.click();
    await expect.poll(() => seen.path).toBe('/login');
    await expect.element(page.getByText('You’re signed out on this device. We’ll tell our server')).toBeVisible();
  });
});

test('the offer to install the app, which comes once on any page, is kept for the profile', async () => {
  showCabinet(<p>The page</p>);
  await expect.element(logOut).toBeVisible();
  const offer = new Event('beforeinstallprompt', { cancelable: true });
  window.dispatchEvent(offer);
  expect(offer.defaultPrevented).toBe(true);
});
