import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { VerifyEmailPage } from '../../../web/pages/account/VerifyEmailPage.tsx';
import { storeLink, readLink } from '../../../web/session/link-secrets.ts';
import { placeAfterLogin } from '../../../web/session/tab-storage.ts';
import { account, ana, outage, pending, problem, setUser } from './fake-account.ts';
import { showToast } from './fake-toast.ts';
import { showPage } from './show-page.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));
vi.mock('../../../web/ui/toast.ts', () => import('./fake-toast.ts'));

const heading = page.getByRole('heading', { level: 1 });
const link = (name: string) => page.getByRole('link', { name });
const resend = page.getByRole('button', { name: 'Send me a new link' });
const verifyPage = <VerifyEmailPage userId={ana.id} token="t1" />;
const unverified = { ...ana, emailVerified: false };

test('verifies on load, once, whatever language is chosen meanwhile', async () => {
  const call = pending();
  account.verifyEmail.mockReturnValueOnce(call.promise.then(() => true));
  const { speak } = showPage(verifyPage);
  await expect.element(heading).toHaveTextContent('Verifying your email…');
  speak('es');
  await expect.element(heading).toHaveTextContent('Verificando tu correo…');
  call.succeed();
  await expect.element(heading).toHaveTextContent('Tu correo está verificado');
  await expect.poll(() => document.activeElement?.contains(heading.element())).toBe(true);
  expect(account.verifyEmail.mock.calls).toEqual([[{ userId: ana.id, token: 't1' }]]);
});

describe('afterwards', () => {
  test('a visitor is led to the login', async () => {
    const { place } = showPage(verifyPage);
    await expect.element(heading).toHaveTextContent('Your email is verified');
    await link('Sign in').click();
    await expect.poll(() => place().path).toBe('/login');
  });

  test('a member is led to the sessions', async () => {
    setUser(unverified);
    const { place } = showPage(verifyPage);
    await expect.element(heading).toHaveTextContent('Your email is verified');
    await link('Go to my sessions').click();
    await expect.poll(() => place().path).toBe('/cabinet/sessions');
  });

  test('a member whose address was verified before hears that', async () => {
    account.verifyEmail.mockResolvedValueOnce(false);
    setUser(ana);
    showPage(verifyPage);
    await expect.element(heading).toHaveTextContent('Your email is already verified');
  });

  test("the link of somebody else's account is not called done before", async () => {
    setUser({ ...ana, id: 'somebody-else' });
    showPage(verifyPage);
    await expect.element(heading).toHaveTextContent(/^Your email is verified$/);
  });
});

describe('a link that does not work', () => {
  test.each([
    [410, 'link_expired', 'This link has expired'],
    [404, 'link_invalid', 'This link doesn’t work'],
  ] as const)('%i %s: a visitor is asked to log in for a new one', async (status, code, title) => {
    account.verifyEmail.mockRejectedValueOnce(problem(status, code));
    showPage(verifyPage);
    await expect.element(heading).toHaveTextContent(title);
    await expect.element(page.getByText('Sign in, and we can send you a new one.')).toBeVisible();
    await expect.element(link('Sign in')).toHaveAttribute('href', '/login');
    await expect.element(resend).not.toBeInTheDocument();
  });

  test('that is no longer good for a change of email leads a member on', async () => {
    account.verifyEmail.mockRejectedValueOnce(problem(410, 'link_over'));
    setUser(ana);
    showPage(verifyPage);
    await expect.element(heading).toHaveTextContent('This link no longer works');
    await expect.element(resend).not.toBeInTheDocument();
    await expect.element(link('Go to my sessions')).toBeVisible();
  });

  test('lets a member send a new one', async () => {
    account.verifyEmail.mockRejectedValueOnce(problem(410, 'link_expired'));
    setUser(unverified);
    showPage(verifyPage);
    await resend.click();
    await expect.element(page.getByRole('status')).toHaveTextContent('A new email is on its way to ana@example.com.');
    expect(account.sendVerification).toHaveBeenCalledTimes(1);
    await expect.element(link('Go to my sessions')).toBeVisible();
  });

  test('offers to send it again where that failed', async () => {
    account.verifyEmail.mockRejectedValueOnce(problem(410, 'link_expired'));
    account.sendVerification.mockRejectedValueOnce(outage);
    setUser(unverified);
    showPage(verifyPage);
    await resend.click();
    await expect.poll(() => showToast.mock.lastCall).toEqual(['We are back in a minute.']);
    await resend.click();
    await expect.element(page.getByRole('status')).toHaveTextContent('A new email is on its way');
  });

  test('is no matter to a member whose address is verified', async () => {
    account.verifyEmail.mockRejectedValueOnce(problem(404, 'link_invalid'));
    setUser(ana);
    showPage(verifyPage);
    await expect.element(heading).toHaveTextContent('Your email is already verified');
  });
});

describe("a link of somebody else's account that does not work", () => {
  const somebodyElse = { ...ana, id: 'somebody-else', email: 'eva@example.com' };
  beforeEach(() => void account.verifyEmail.mockRejectedValueOnce(problem(410, 'link_expired')));

  test.each([true, false])(
    'says so to a member, verified or not (%s), and sends them no email',
    async (emailVerified) => {
      setUser({ ...somebodyElse, emailVerified });
      showPage(verifyPage);
      await expect.element(heading).toHaveTextContent('This link has expired');
      await expect
        .element(page.getByText('You’re signed in as eva@example.com, but this link is for another account.'))
        .toBeVisible();
      await expect.element(resend).not.toBeInTheDocument();
      await expect.element(link('Go to my sessions')).toBeVisible();
    },
  );
});

describe('a link that gives an account another address', () => {
  beforeEach(() => {
    sessionStorage.clear();
    storeLink('/verify-email', { userId: ana.id, token: 't1' });
  });

  test('asks anonymous visitors to sign in first, and stays for the way back', async () => {
    account.verifyEmail.mockRejectedValueOnce(problem(401, 'not_signed_in'));
    const { place } = showPage(verifyPage);
    await expect.element(heading).toHaveTextContent('Sign in to use this address');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => place().path).toBe('/login');
    expect(readLink('/verify-email').token).toBe('t1');
    expect(placeAfterLogin()).toBe('/verify-email/-/-');
    expect(account.logOut).not.toHaveBeenCalled();
  });

  test('leads a member of another account out of it first', async () => {
    account.verifyEmail.mockRejectedValueOnce(problem(403, 'other_account'));
    setUser({ ...ana, id: 'somebody-else', email: 'eva@example.com' });
    const { place } = showPage(verifyPage);
    await expect.element(page.getByText('You’re signed in as eva@example.com.')).toBeVisible();
    account.logOut.mockRejectedValueOnce(outage);
    const button = page.getByRole('button', { name: 'Sign out and go on' });
    await button.click();
    await expect.poll(() => showToast.mock.lastCall).toEqual(['We are back in a minute.']);
    await button.click();
    await expect.poll(() => place().path).toBe('/login');
    expect(readLink('/verify-email').token).toBe('t1');
    expect(placeAfterLogin()).toBe('/verify-email/-/-');
  });
});

test('the page without a link is about the address of the logged-in member', async () => {
  account.verifyEmail.mockRejectedValueOnce(problem(404, 'link_invalid'));
  setUser(unverified);
  showPage(<VerifyEmailPage userId="-" token="-" />);
  await resend.click();
  expect(account.sendVerification).toHaveBeenCalledTimes(1);
});

test('what was in the link stays for a reload, and is forgotten when the page is left', async () => {
  storeLink('/verify-email', { userId: ana.id, token: 't1' });
  showPage(verifyPage);
  await expect.element(heading).toHaveTextContent('Your email is verified');
  expect(readLink('/verify-email').token).toBe('t1');
  await link('Sign in').click();
  await expect.poll(() => readLink('/verify-email').token).toBe('-');
});

test('tries again where the server could not be asked', async () => {
  account.verifyEmail.mockRejectedValueOnce(outage);
  showPage(verifyPage);
  await expect.element(heading).toHaveTextContent('That didn’t work just now');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(heading).toHaveTextContent('Your email is verified');
});
