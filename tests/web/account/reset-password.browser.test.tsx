import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ResetPasswordPage } from '../../../web/pages/account/ResetPasswordPage.tsx';
import { account, fieldProblem, outage, problem } from './fake-account.ts';
import { showToast } from './fake-toast.ts';
import { showPage } from './show-page.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));
vi.mock('../../../web/ui/toast.ts', () => import('./fake-toast.ts'));

const password = page.getByLabelText('New password', { exact: true });
const submit = page.getByRole('button', { name: 'Save the new password' });
const heading = page.getByRole('heading', { level: 1 });

async function choose(written = 'calm7waters'): Promise<void> {
  await password.fill(written);
  await submit.click();
}

test('sets the password with what the link held, then leads to the login', async () => {
  const { place } = showPage(<ResetPasswordPage userId="u1" token="t1" />);
  expect(account.finishReset).not.toHaveBeenCalled();
  await choose();
  await expect.element(heading).toHaveTextContent('Your new password is set');
  await expect.poll(() => document.activeElement?.contains(heading.element())).toBe(true);
  expect(account.finishReset.mock.calls).toEqual([[{ userId: 'u1', token: 't1', password: 'calm7waters' }]]);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect.poll(() => place().path).toBe('/login');
});

test('says before and after that the old email comes back, where the link takes back a change of it', async () => {
  showPage(<ResetPasswordPage userId="u1" token="t1" undoes />);
  await expect.element(heading).toHaveTextContent('Bring your email back');
  await expect.element(page.getByText(/goes back to the email that our message came to/)).toBeVisible();
  await choose();
  await expect.element(page.getByText(/is back at the email that our message came to/)).toBeVisible();
});

test('holds the new password to the rules', async () => {
  showPage(<ResetPasswordPage userId="u1" token="t1" />);
  await choose('calm');
  await expect.element(password).toHaveAccessibleDescription(/^Use at least 6 characters/);
  await expect.element(password).toHaveAttribute('autocomplete', 'new-password');
  expect(account.finishReset).not.toHaveBeenCalled();
});

test.each([
  ['password_common', /^Many people use this password/],
  ['password_is_email', /^Your email address is easy to guess/],
] as const)('says at the field that the new password is easy to guess: %s', async (code, said) => {
  account.finishReset.mockRejectedValueOnce(fieldProblem(400, { password: code }));
  const { speak } = showPage(<ResetPasswordPage userId="u1" token="t1" />);
  await choose();
  await expect.element(password).toHaveAccessibleDescription(said);
  speak('es');
  await expect.element(page.getByLabelText('Nueva contraseña', { exact: true })).toHaveAccessibleDescription(/adivin/);
});

test.each([
  [410, 'link_expired', 'This link has expired'],
  [404, 'link_invalid', 'This link doesn’t work'],
] as const)('answer %i %s: says so, with the way to a new link', async (status, code, title) => {
  account.finishReset.mockRejectedValueOnce(problem(status, code));
  const { place } = showPage(<ResetPasswordPage userId="u1" token="t1" />);
  await choose();
  await expect.element(heading).toHaveTextContent(title);
  await page.getByRole('link', { name: 'Send me a new link' }).click();
  await expect.poll(() => place().path).toBe('/forgot-password');
});

test.each(['link_over', 'link_invalid'] as const)(
  'answer %s to a link that takes back a change: says whom to write to, for there is no other link',
  async (code) => {
    account.finishReset.mockRejectedValueOnce(problem(404, code));
    showPage(<ResetPasswordPage userId="u1" token="t1" undoes />);
    await choose();
    await expect.element(page.getByText(/can be undone once, within seven days.*write to us/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Send me a new link' })).not.toBeInTheDocument();
  },
);

test('keeps the password after an outage', async () => {
  account.finishReset.mockRejectedValueOnce(outage);
  showPage(<ResetPasswordPage userId="u1" token="t1" />);
  await choose();
  await expect.poll(() => showToast.mock.lastCall).toEqual(['We are back in a minute.']);
  await expect.element(password).toHaveValue('calm7waters');
  await submit.click();
  await expect.element(heading).toHaveTextContent('Your new password is set');
});
