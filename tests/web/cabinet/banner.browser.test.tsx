import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CurrentUser } from '../../../web/session/account.ts';
import { painted } from '../ui/show.tsx';
import { stopTimers, timerSet } from '../ui/timers.ts';
import { account, ana, changeUser, outage, pending, setUser } from './fake-account.ts';
import { showCabinet } from './show-cabinet.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));

const banner = page.getByRole('region', { name: 'Your email isn’t verified' });
const resend = page.getByRole('button', { name: 'Resend' });
const close = banner.getByRole('button', { name: 'Close' });
const main = page.getByRole('main');

let visits = 0;
let unverified: Partial<CurrentUser>;

/** Somebody whom no test before has closed the banner for. */
beforeEach(() => {
  sessionStorage.clear();
  visits += 1;
  unverified = { id: `user-${visits}`, emailVerified: false };
});

describe('the banner of an email that is not verified', () => {
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

  test('is not there offline, where one notice says what can be done', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    showCabinet(<p>The page</p>, { user: unverified });
    await expect.element(page.getByText(/^You’re offline\./)).toBeVisible();
    await expect.element(banner).not.toBeInTheDocument();
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await expect.element(banner).toBeVisible();
    online.mockRestore();
  });

  test('is one line on a phone', async () => {
    await page.viewport(390, 844);
    showCabinet(<p>The page</p>, { user: unverified });
    await expect.element(banner).toBeVisible();
    expect(banner.element().getBoundingClientRect().height).toBeLessThanOrEqual(50);
  });

  test('is not there for members that have verified it, and goes when they do', async () => {
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
  const status = banner.getByRole('status');
  /** Presses, and waits until the banner counts the seconds that it says so. */
  async function send(): Promise<void> {
    press();
    await timerSet(2_000);
    await expect.element(status).toHaveTextContent('Email sent');
  }

  beforeEach(() => stopTimers());

  test('is busy meanwhile and takes one press', async () => {
    const answer = pending();
    account.sendVerification.mockReturnValueOnce(answer.promise);
    showCabinet(<p>The page</p>, { user: unverified });
    press();
    await expect.element(resend).toHaveAttribute('aria-busy', 'true');
    press();
    await painted();
    expect(account.sendVerification).toHaveBeenCalledTimes(1);
    expect(page.getByText('Email sent').query()).toBeNull();
    answer.succeed();
    await expect.element(status).toHaveTextContent('Email sent');
  });

  test('says "Email sent" and closes 2 seconds later', async () => {
    showCabinet(<p>The page</p>, { user: unverified });
    await send();
    vi.advanceTimersByTime(1_999);
    await painted();
    expect(banner.query()).not.toBeNull();
    vi.advanceTimersByTime(1);
    await expect.element(banner).not.toBeInTheDocument();
  });

  test('sends no second email while it says so', async () => {
    showCabinet(<p>The page</p>, { user: unverified });
    await send();
    press();
    await painted();
    expect(account.sendVerification).toHaveBeenCalledTimes(1);
  });

  test('keeps the focus on the button, and gives it to the page when the banner closes', async () => {
    showCabinet(<p>The page</p>, { user: unverified });
    (resend.element() as HTMLElement).focus();
    await send();
    expect(document.activeElement).toBe(resend.element());
    vi.advanceTimersByTime(2_000);
    await expect.element(main).toHaveFocus();
  });

  test('leaves the focus alone when the user has moved on meanwhile', async () => {
    showCabinet(<button type="button">Listen</button>, { user: unverified });
    await send();
    const listen = page.getByRole('button', { name: 'Listen' }).element() as HTMLElement;
    listen.focus();
    vi.advanceTimersByTime(2_000);
    await expect.element(banner).not.toBeInTheDocument();
    expect(document.activeElement).toBe(listen);
  });

  test('stays closed for the visit afterwards', async () => {
    showCabinet(<p>The page</p>, { user: unverified });
    await send();
    showCabinet(<p>The same page at once</p>, { user: unverified });
    await painted();
    expect(banner.elements()).toHaveLength(1); // the first frame still says "Email sent"
    vi.advanceTimersByTime(2_000);
    await expect.element(banner).not.toBeInTheDocument();
  });

  test('does not bring back a banner that was closed meanwhile', async () => {
    const answer = pending();
    account.sendVerification.mockReturnValueOnce(answer.promise);
    showCabinet(<p>The page</p>, { user: unverified });
    press();
    (close.element() as HTMLElement).click();
    await expect.element(banner).not.toBeInTheDocument();
    answer.succeed();
    await painted();
    expect(banner.query()).toBeNull();
  });

  test('runs the shared error handler where it fails, and can be tried again', async () => {
    account.sendVerification.mockRejectedValueOnce(outage);
    showCabinet(<p>The page</p>, { user: unverified });
    press();
    await expect.poll(() => page.getByText('We are back in a minute.').elements()).not.toEqual([]);
    await expect.element(resend).not.toHaveAttribute('aria-busy');
    vi.advanceTimersByTime(60_000);
    await painted();
    expect(banner.query()).not.toBeNull();
    await send();
  });
});

function press(): void {
  (resend.element() as HTMLElement).click();
}
