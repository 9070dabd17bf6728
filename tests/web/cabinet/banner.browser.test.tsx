import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CurrentUser } from '../../../web/session/account.ts';
import { painted } from '../ui/show.tsx';
import { account, ana, changeUser, outage, pending, setUser } from './fake-account.ts';
import { showCabinet } from './show-cabinet.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));

const banner = page.getByRole('region', { name: "Your e-mail isn't verified" });
const resend = page.getByRole('button', { name: 'Resend' });
const close = banner.getByRole('button', { name: 'Close' });
const main = page.getByRole('main');

let visits = 0;
let unverified: Partial<CurrentUser>;

/** Somebody whom no test before has closed the banner for. */
beforeEach(() => {
  visits += 1;
  unverified = { id: `user-${visits}`, emailVerified: false };
});

describe('the banner of an e-mail that is not verified', () => {
  test.each(['/cabinet/payment-error', '/cabinet/sessions', '/cabinet/dashboard', '/cabinet/email-unsubscribe'])(
    'says so and offers to send the link again on %s',
    async (path) => {
      showCabinet(<p>The page</p>, { path, user: unverified });
      await expect.element(banner).toHaveTextContent('Open the link we sent to ana@example.com.');
      await expect.element(resend).toBeVisible();
    },
  );

  test('is not on the payment page', async () => {
    showCabinet(<p>The page</p>, { path: '/cabinet/payment', user: unverified });
    await expect.element(main).toBeVisible();
    await expect.element(banner).not.toBeInTheDocument();
  });

  test('is not there for who has verified it, and goes when they do', async () => {
    showCabinet(<p>The page</p>, { user: unverified });
    await expect.element(banner).toBeVisible();
    changeUser({ emailVerified: true });
    await expect.element(banner).not.toBeInTheDocument();
  });

  test('leaves the focus where it is', async () => {
    showCabinet(
      <label>
        Search <input />
      </label>,
      { user: { ...unverified, emailVerified: true } },
    );
    const input = page.getByRole('textbox');
    (input.element() as HTMLElement).focus();
    changeUser({ emailVerified: false });
    await expect.element(banner).toBeVisible();
    await expect.element(input).toHaveFocus();
  });

  test('speaks Spanish', async () => {
    showCabinet(<p>La página</p>, { user: unverified, locale: 'es' });
    await expect.element(page.getByRole('region')).toHaveTextContent('Tu correo aún no está verificado.');
    await page.getByRole('button', { name: 'Reenviar' }).click();
    await expect.element(page.getByRole('region').getByRole('status')).toHaveTextContent('Correo enviado');
  });
});

describe('closing the banner', () => {
  test('gives the focus to the page, by keyboard too', async () => {
    showCabinet(<p>The page</p>, { user: unverified });
    (close.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(banner).not.toBeInTheDocument();
    await expect.element(main).toHaveFocus();
  });

  test('keeps it away while the user moves between pages', async () => {
    showCabinet(<p>The page</p>, { user: unverified });
    await close.click();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect.element(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    await expect.element(banner).not.toBeInTheDocument();
  });

  test('keeps it away when the frame comes back after another one', async () => {
    showCabinet(<p>The page</p>, { user: unverified });
    await close.click();
    showCabinet(<p>The same page later</p>, { user: unverified });
    await expect.element(page.getByText('The same page later')).toBeVisible();
    await expect.element(banner).not.toBeInTheDocument();
  });

  test('does not keep it from the next user', async () => {
    showCabinet(<p>The page</p>, { user: unverified });
    await close.click();
    setUser({ ...ana, id: 'somebody-else', emailVerified: false });
    await expect.element(banner).toBeVisible();
  });
});

describe('sending the link again', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test('is busy meanwhile and takes one press', async () => {
    const answer = pending();
    account.sendVerification.mockReturnValueOnce(answer.promise);
    showCabinet(<p>The page</p>, { user: unverified });
    await press();
    expect(resend.element()).toHaveAttribute('aria-busy', 'true');
    await press();
    expect(account.sendVerification).toHaveBeenCalledTimes(1);
    expect(page.getByText('Email sent').query()).toBeNull();
    answer.succeed();
    await painted();
    expect(banner.getByRole('status').element()).toHaveTextContent('Email sent');
  });

  test('says "Email sent" and closes 2 seconds later', async () => {
    showCabinet(<p>The page</p>, { user: unverified });
    await press();
    expect(banner.getByRole('status').element()).toHaveTextContent('Email sent');
    await wait(1_999);
    expect(banner.query()).not.toBeNull();
    await wait(1);
    expect(banner.query()).toBeNull();
  });

  test('sends no second mail while it says so', async () => {
    showCabinet(<p>The page</p>, { user: unverified });
    await press();
    await press();
    expect(account.sendVerification).toHaveBeenCalledTimes(1);
  });

  test('keeps the focus on the button, and gives it to the page when the banner closes', async () => {
    showCabinet(<p>The page</p>, { user: unverified });
    (resend.element() as HTMLElement).focus();
    await press();
    expect(document.activeElement).toBe(resend.element());
    await wait(2_000);
    expect(document.activeElement).toBe(main.element());
  });

  test('leaves the focus alone when the user has moved on meanwhile', async () => {
    showCabinet(<button type="button">Listen</button>, { user: unverified });
    await press();
    const listen = page.getByRole('button', { name: 'Listen' }).element() as HTMLElement;
    listen.focus();
    await wait(2_000);
    expect(document.activeElement).toBe(listen);
  });

  test('stays closed for the visit afterwards', async () => {
    showCabinet(<p>The page</p>, { user: unverified });
    await press();
    showCabinet(<p>The same page at once</p>, { user: unverified });
    await painted();
    expect(banner.elements()).toHaveLength(1); // the first frame still says "Email sent"
    await wait(2_000);
    expect(banner.elements()).toHaveLength(0);
  });

  test('does not bring back a banner that was closed meanwhile', async () => {
    const answer = pending();
    account.sendVerification.mockReturnValueOnce(answer.promise);
    showCabinet(<p>The page</p>, { user: unverified });
    await press();
    (close.element() as HTMLElement).click();
    answer.succeed();
    await painted();
    expect(banner.query()).toBeNull();
  });

  test('runs the shared error handler where it fails, and can be tried again', async () => {
    account.sendVerification.mockRejectedValueOnce(outage);
    showCabinet(<p>The page</p>, { user: unverified });
    await press();
    await vi.waitFor(() => expect(page.getByText('We are back in a minute.').elements()).not.toEqual([]));
    expect(resend.element()).not.toHaveAttribute('aria-busy');
    await wait(60_000);
    expect(banner.query()).not.toBeNull();
    await press();
    expect(banner.getByRole('status').element()).toHaveTextContent('Email sent');
  });
});

async function press(): Promise<void> {
  (resend.element() as HTMLElement).click();
  await painted();
}
async function wait(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await painted();
}
