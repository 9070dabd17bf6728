import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LoginPage } from '../../../web/pages/account/LoginPage.tsx';
import { account, outage, placeAfterLogin, problem } from './fake-account.ts';
import { showToast } from './fake-toast.ts';
import { showPage } from './show-page.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));
vi.mock('../../../web/ui/toast.ts', () => import('./fake-toast.ts'));

const email = page.getByRole('textbox', { name: 'Email' });
const password = page.getByLabelText('Password', { exact: true });
const submit = page.getByRole('button', { name: 'Sign in' });

async function logIn(): Promise<void> {
  await email.fill('ana@example.com');
  await password.fill(' old ');
  await submit.click();
}

test('asks for both fields, and goes to the first that is empty', async () => {
  showPage(<LoginPage />);
  await email.fill('ana@example.com');
  await submit.click();
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveAccessibleDescription('You must fill this field.');
  expect(account.logIn).not.toHaveBeenCalled();
});

test('goes where the visitor wanted to go; a password is taken as it is, older than any rule', async () => {
  placeAfterLogin.mockReturnValueOnce('/cabinet/profile');
  const { place } = showPage(<LoginPage />);
  await logIn();
  await expect.poll(() => place()).toMatchObject({ path: '/cabinet/profile', replaced: true });
  expect(account.logIn.mock.calls).toEqual([[{ email: 'ana@example.com', password: ' old ' }]]);
});

test('is sent with the keyboard alone', async () => {
  placeAfterLogin.mockReturnValueOnce('/cabinet/sessions');
  const { place } = showPage(<LoginPage />);
  (email.element() as HTMLElement).focus();
  await userEvent.keyboard('ana@example.com{Tab}calm7{Enter}');
  await expect.poll(() => place().path).toBe('/cabinet/sessions');
});

test('says at the form that email and password do not go together, keeps both, and follows the language', async () => {
  account.logIn.mockRejectedValueOnce(problem(401, 'wrong_credentials', 'Wrong email or password.'));
  const { place, speak } = showPage(<LoginPage />);
  await logIn();
  await expect.element(page.getByText('Wrong email or password.')).toBeVisible();
  await expect.element(email).toHaveValue('ana@example.com');
  await expect.element(password).toHaveValue(' old ');
  expect(place().path).toBe('/here');
  speak('es');
  await expect.element(page.getByText('El correo y la contraseña no coinciden. Revisa los dos.')).toBeVisible();
});

test('reads a refusal out', async () => {
  account.logIn.mockRejectedValueOnce(problem(429, 'too_many_requests', 'Wait 12 minutes.'));
  showPage(<LoginPage />);
  await logIn();
  await expect.element(page.getByRole('alert').filter({ hasText: 'Wait 12 minutes.' })).toBeVisible();
});

test('after an outage the button can be pressed again', async () => {
  placeAfterLogin.mockReturnValueOnce('/cabinet/sessions');
  account.logIn.mockRejectedValueOnce(outage);
  const { place } = showPage(<LoginPage />);
  await logIn();
  await expect.poll(() => showToast.mock.lastCall).toEqual(['We are back in a minute.']);
  await submit.click();
  await expect.poll(() => place().path).toBe('/cabinet/sessions');
});

test.each([
  ['Forgot your password?', '/forgot-password'],
  ['Create an account', '/register'],
])('"%s" takes the email along', async (name, path) => {
  const { place } = showPage(<LoginPage />);
  await email.fill('ana@example.com');
  await page.getByRole('link', { name }).click();
  await expect.poll(place).toMatchObject({ path, email: 'ana@example.com' });
});

test('leaves the email that was taken along in the form only, not in the history of the browser', async () => {
  const { place } = showPage(<LoginPage />, { email: 'ana@example.com' });
  await expect.poll(() => place().email).toBeUndefined();
  await expect.element(email).toHaveValue('ana@example.com');
});

test('lets password managers know what goes where', async () => {
  showPage(<LoginPage />, { email: 'ana@example.com' });
  await expect.element(email).toHaveValue('ana@example.com');
  await expect.element(email).toHaveAttribute('autocomplete', 'email');
  await expect.element(password).toHaveAttribute('autocomplete', 'current-password');
});
