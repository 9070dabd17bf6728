import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { hasLink, removeLink, storeLink } from '../../../web/session/link-secrets.ts';
import { noteServerTime } from '../../../web/session/server-time.ts';
import { account, changeUser } from './fake-account.ts';
import { showCabinet } from './show-cabinet.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));

const notice = page.getByRole('region', { name: 'Your last payment didn’t go through' });
const inGrace = { pastDue: true, accessTo: new Date('2998-03-04T12:00:00Z') };

describe('during the grace after a failed payment', () => {
  test.each(['/cabinet/sessions', '/cabinet/dashboard'])('%s says so, with the way to pay', async (path) => {
    showCabinet(<p>The page</p>, { path, user: inGrace });
    await expect.element(notice).toHaveTextContent('Your sessions stay open until March 4, 2998.');
    await expect
      .element(notice.getByRole('link', { name: 'See how to pay' }))
      .toHaveAttribute('href', '/cabinet/payment');
  });

  test('it goes once the payment is made', async () => {
    showCabinet(<p>The page</p>, { user: inGrace });
    await expect.element(notice).toBeVisible();
    changeUser({ pastDue: false });
    await expect.element(notice).not.toBeInTheDocument();
  });

  test.each([
    ['the payment page, which says it itself', '/cabinet/payment', {}],
    ['the profile, which says it itself', '/cabinet/profile', {}],
    ['anywhere once access has ended', '/cabinet/sessions', { accessTo: new Date('2020-01-01T00:00:00Z') }],
  ])('it is not on %s', async (_, path, fields) => {
    showCabinet(<p>The page</p>, { path, user: { ...inGrace, ...fields } });
    await expect.element(page.getByText('The page')).toBeVisible();
    await expect.element(notice).not.toBeInTheDocument();
  });

  test('it speaks Spanish', async () => {
    showCabinet(<p>La página</p>, { user: inGrace, locale: 'es' });
    const spanish = page.getByRole('region', { name: 'Tu último pago no se completó' });
    await expect.element(spanish).toHaveTextContent('siguen abiertas hasta el 4 de marzo de 2998');
  });
});

/** The page of a member who has opened such a link; returns what is seen of their way. */
function openLink() {
  storeLink('/reset-password', { userId: '7f0e', token: 'one-time' });
  onTestFinished(() => removeLink('/reset-password'));
  return showCabinet(<p>The page</p>);
}

describe('a link of an email that is for visitors', () => {
  const link = page.getByRole('region', { name: 'The link from our email' });

  test('is opened once the member is logged out', async () => {
    const seen = openLink();
    account.logOut.mockRejectedValueOnce(new Error('no answer'));
    const button = link.getByRole('button', { name: 'Sign out and open it' });
    await button.click();
    expect(seen.path).toBe('/cabinet/sessions');
    await button.click();
    await expect.poll(() => seen.path).toBe('/reset-password/-/-');
  });

  test('can be given up, and is not offered again', async () => {
    openLink();
    await link.getByRole('button', { name: 'Close' }).click();
    await expect.element(link).not.toBeInTheDocument();
    expect(hasLink('/reset-password')).toBe(false);
  });
});

const tell = (milliseconds: number) =>
  noteServerTime(new Response('', { headers: { Date: new Date(Date.now() + milliseconds).toUTCString() } }));

describe("a device's clock", () => {
  const year = 365 * 86_400_000;
  const words = page.getByText('This device’s clock is off');

  test.each([
    ['ahead', -year],
    ['behind', year],
  ])('that is a year %s is said to be wrong, until it is right', async (_, difference) => {
    onTestFinished(() => tell(0));
    showCabinet(<p>The page</p>);
    await expect.element(words).not.toBeInTheDocument();
    tell(difference);
    await expect.element(page.getByRole('status').filter({ has: words })).toBeVisible();
    tell(0);
    await expect.element(words).not.toBeInTheDocument();
  });
});
