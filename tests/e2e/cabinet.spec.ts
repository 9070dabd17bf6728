import { expect, type Page } from '@playwright/test';
import { withResolvers } from '../harness/with-resolvers.ts';
import { problem } from './network.ts';
import { expectSpoken, speaker } from './speaker.ts';
import { receiveEmail } from './emails.ts';
import { enterAsMember, test } from './member.ts';
import { buyPlan } from './payment-visitor.ts';

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

const banner = (page: Page) => page.getByRole('region', { name: 'Your email isn’t verified' });

test('section 2: Resend sends the email again, the banner says so and closes after 2 s', async ({ page, context }) => {
  const { email } = await enterAsMember(context);
  await page.goto('/cabinet/payment-error');
  await expect(banner(page)).toBeVisible(); // the clock's jump would be the end of the wait for the user
  await page.clock.pauseAt(Date.now() + 60_000);
  await banner(page).getByRole('button', { name: 'Resend' }).click();
  await expect(banner(page)).toContainText('Email sent');
  await page.clock.runFor(1_900);
  await expect(banner(page)).toBeVisible();
  await expect
    .poll(async () => {
      await page.clock.runFor(200); // again, where the two seconds began a moment after the words were there
      return banner(page).count();
    })
    .toBe(0);
  await receiveEmail(page, { to: email, link: '/verify-email/' });
});

test('section 2: when sending fails, a toast says why and the button is enabled again', async ({ page, context }) => {
  await enterAsMember(context);
  await page.route('**/verify/send/', (route) => route.fulfill(problem(503, 'The post is closed.')));
  await page.goto('/cabinet/payment-error');
  const resend = banner(page).getByRole('button', { name: 'Resend' });
  await resend.click();
  await expect(page.getByText('The post is closed.').first()).toBeVisible();
  await expect(resend).not.toHaveAttribute('aria-busy', 'true');
  await page.unroute('**/verify/send/');
  await resend.click();
  await expect(banner(page)).toContainText('Email sent');
});

test('section 2: the banner can be dismissed for the visit, a reload included', async ({ page, context }) => {
  await enterAsMember(context);
  await buyPlan(context, 'basic');
  await page.goto('/cabinet/sessions');
  await banner(page).getByRole('button', { name: 'Close' }).click();
  await expect(banner(page)).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'What you’ve listened to' })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'What you’ve listened to' })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test('section 4: a change of language goes to the server and outlives a reload and the cookie', async ({
  page,
  context,
}) => {
  await enterAsMember(context);
  await page.goto('/cabinet/payment-error');
  const patched = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('link', { name: 'Español' }).click();
  expect((await patched).postDataJSON()).toEqual({ language: 'es' });
  const spanish = page.getByRole('heading', { name: 'Ha ocurrido un error al procesar tu pago' });
  await expect(spanish).toBeVisible();
  await context.clearCookies({ name: 'locale' });
  await page.reload();
  await expect(spanish).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});

test('section 4: a language that the server does not take stays unchanged', async ({ page, context }) => {
  await enterAsMember(context);
  await page.route('**/users/me/', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(problem(503, 'Not now.')) : route.continue(),
  );
  await page.goto('/cabinet/payment-error');
  await page.getByRole('link', { name: 'Español' }).click();
  await expect(page.getByText('Not now.').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await expect(page.getByRole('heading', { name: 'An error occurred while processing your payment' })).toBeVisible();
});

test('section 4: a member who goes on before the server has taken the language gets the next page in it', async ({
  page,
  context,
}) => {
  await enterAsMember(context);
  await buyPlan(context, 'basic');
  await page.goto('/cabinet/sessions');
  const { promise: reached, resolve: reach } = withResolvers();
  const { promise: held, resolve: release } = withResolvers();
  await context.route('**/api/v1/users/me/', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    reach();
    await held;
    return route.fallback();
  });
  await page.getByRole('link', { name: 'Español' }).click();
  await reached;
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'What you’ve listened to' })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: speaker('es')('cabinet:dashboard.listened.title') })).toBeVisible();
  await expectSpoken(page, 'es');
});

test('section 4: a log-out that fails is said in a toast, and the spinner stops', async ({ page, context }) => {
  await enterAsMember(context);
  await page.route('**/auth/logout/', (route) => route.fulfill(problem(503, 'The door is stuck.')));
  await page.goto('/cabinet/payment-error');
  const logOut = page.getByRole('button', { name: 'Sign out' });
  await logOut.click();
  await expect(page.getByText('The door is stuck.').first()).toBeVisible();
  await expect(logOut).not.toHaveAttribute('aria-busy', 'true');
  await expect(page).toHaveURL(/\/cabinet\/payment-error$/);
  await page.unroute('**/auth/logout/');
  await logOut.click();
  await expect(page).toHaveURL(/\/login$/);
});

test('tips and offers come once they are asked for; unsubscribing works at one press, and both are kept', async ({
  page,
  context,
}) => {
  await enterAsMember(context);
  await page.goto('/cabinet/email-unsubscribe');
  await page.getByRole('button', { name: 'Send me tips and offers' }).click();
  await expect(page.getByRole('heading', { name: 'Fewer emails?' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'No tips or offers by email' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Send me tips and offers' })).toBeVisible();
});
