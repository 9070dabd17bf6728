import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ProfilePage } from '../../../web/pages/cabinet/profile/ProfilePage.tsx';
import { ApiProblem } from '../../../web/session/api-client.ts';
import { account, outage, pending } from './fake-account.ts';
import { showCabinet } from './show-cabinet.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog', { name: 'Remove your account?' });
const password = page.getByLabelText('Your password');
const cross = dialog.getByRole('button', { name: 'Close', exact: true });
const keep = dialog.getByText('Keep my account');
const opener = button('Remove my account');
const wrongPassword = new ApiProblem(400, {
  detail: 'Something needs to be corrected.',
  code: 'invalid_fields',
  errors: [{ field: 'password', code: 'wrong_password', message: 'That’s not your password.' }],
});

/** Shows the profile with the dialog open; returns what is seen of the visitor's way. */
async function ask() {
  const seen = showCabinet(<ProfilePage />, { path: '/cabinet/profile' });
  await page.getByRole('heading', { name: 'Remove your account' }).click();
  await opener.click();
  await expect.element(dialog).toBeVisible();
  return seen;
}

test('a dialog says what will happen and asks for the password', async () => {
  await ask();
  await expect.element(dialog).toHaveTextContent('are erased from your account at once.');
  await expect.element(dialog).toHaveTextContent('You’re signed out on every device');
  await expect.element(password).toHaveAttribute('type', 'password');
  expect(account.removeAccount).not.toHaveBeenCalled();
});

test('the field for the password has the focus at once, and has to be filled in', async () => {
  await ask();
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveAttribute('aria-required', 'true');
});

test('the cross has a name of its own and closes it', async () => {
  await ask();
  expect(dialog.getByRole('button', { name: 'Keep my account' }).elements()).toHaveLength(1);
  await cross.click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('Escape and "Keep my account" change nothing and give the focus back', async () => {
  await ask();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  await opener.click();
  await keep.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(account.removeAccount).not.toHaveBeenCalled();
});

test('without a password nothing is sent', async () => {
  await ask();
  await button('Remove for good').click();
  await expect.element(dialog.getByRole('alert').first()).toHaveTextContent('You must fill this field.');
  await expect.element(password).toHaveFocus();
  expect(account.removeAccount).not.toHaveBeenCalled();
});

test('a wrong password is said at the field', async () => {
  account.removeAccount.mockRejectedValueOnce(wrongPassword);
  const seen = await ask();
  await password.fill('guess 1');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('alert').first()).toHaveTextContent('That’s not your password.');
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  expect(seen.path).toBe('/cabinet/profile');
});

test('any other failure is said in the dialog, which stays for another try', async () => {
  account.removeAccount.mockRejectedValueOnce(outage);
  await ask();
  await password.fill('secret 1');
  await button('Remove for good').click();
  await expect.element(dialog).toHaveTextContent('We are back in a minute.');
  await expect.element(button('Remove for good')).not.toHaveAttribute('aria-busy');
  await expect.element(dialog).toBeVisible();
});

test('the right password removes the account, once, and leads to the root with a notice', async () => {
  const answer = pending();
  account.removeAccount.mockReturnValueOnce(answer.promise);
  const seen = await ask();
  await password.fill('secret 1');
  await button('Remove for good').click();
  await expect.element(button('Remove for good')).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Escape}'); // too late: it is being removed
  await expect.element(dialog).toBeVisible();
  expect(account.removeAccount.mock.calls).toEqual([['secret 1']]);
  answer.succeed();
  await expect.poll(() => seen.path).toBe('/');
  await expect.element(page.getByText('Your account has been removed.').first()).toBeInTheDocument();
});
