import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ForgotPasswordPage } from '../../../web/pages/account/ForgotPasswordPage.tsx';
import { painted } from '../ui/show.tsx';
import { stopTimers } from '../ui/timers.ts';
import { account, problem } from './fake-account.ts';
import { showPage } from './show-page.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));

const email = page.getByRole('textbox', { name: 'Email' });
const submit = page.getByRole('button', { name: 'Send me the link' });
const again = page.getByRole('button', { name: /^Send it again/ });
const heading = page.getByRole('heading', { level: 1 });

async function ask(): Promise<void> {
  await email.fill('ana@example.com');
  await submit.click();
  await expect.element(heading).toHaveTextContent('Check your inbox');
}

async function wait(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    // The next second, the only timer of the page, is counted from an effect, which may run later than the painting.
    while (vi.getTimerCount() === 0) await painted();
    vi.advanceTimersByTime(1_000);
  }
}

beforeEach(() => stopTimers());

test('says the same whether there is such an account or not, and takes the focus there', async () => {
  showPage(<ForgotPasswordPage />);
  await ask();
  await expect
    .element(page.getByText('If there’s an account for ana@example.com, the email is on its way.'))
    .toBeVisible();
  await expect.poll(() => document.activeElement?.contains(heading.element())).toBe(true);
  expect(account.startReset.mock.calls).toEqual([['ana@example.com']]);
});

test('does not send what is no address', async () => {
  showPage(<ForgotPasswordPage />);
  await email.fill('ana');
  await submit.click();
  await expect.element(email).toHaveAccessibleDescription('Enter an email address like name@example.com.');
  expect(account.startReset).not.toHaveBeenCalled();
});

test('sends the email again after 30 seconds, and says whether there is an account in no word', async () => {
  showPage(<ForgotPasswordPage />);
  await ask();
  await expect.element(again).toHaveAttribute('aria-disabled', 'true');
  await wait(29);
  await expect.element(page.getByText('You can ask again in 1 s.')).toBeVisible();
  (again.element() as HTMLElement).click();
  expect(account.startReset).toHaveBeenCalledTimes(1);
  await wait(1);
  await again.click();
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('Done: if there’s an account for ana@example.com, a new email is on its way.');
  expect(account.startReset.mock.calls).toEqual([['ana@example.com'], ['ana@example.com']]);
});

test('the button that was pressed keeps its name and the focus', async () => {
  showPage(<ForgotPasswordPage />);
  await ask();
  await wait(30);
  await again.click();
  await expect.element(again).toHaveAttribute('aria-disabled', 'true');
  await expect.element(again).toHaveFocus();
  await wait(3);
  await expect.element(again).toHaveAccessibleName('Send it again');
});

test('lets the address be corrected', async () => {
  showPage(<ForgotPasswordPage />);
  await ask();
  await page.getByRole('button', { name: 'Use another email' }).click();
  await expect.element(email).toHaveValue('ana@example.com');
  await email.fill('anna@example.com');
  await submit.click();
  await expect.element(page.getByText(/anna@example\.com/)).toBeVisible();
});

test('says at the form that there were too many', async () => {
  account.startReset.mockRejectedValueOnce(problem(429, 'too_many_requests', 'Wait 12 minutes.'));
  showPage(<ForgotPasswordPage />, { email: 'ana@example.com' });
  await submit.click();
  await expect.element(page.getByText('Wait 12 minutes.')).toBeVisible();
  await expect.element(email).toHaveValue('ana@example.com');
});

test('takes the email back to the login', async () => {
  const { place } = showPage(<ForgotPasswordPage />, { email: 'ana@example.com' });
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect.poll(place).toMatchObject({ path: '/login', email: 'ana@example.com' });
});
