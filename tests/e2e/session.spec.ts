import { expect, type BrowserContext, type Page } from '@playwright/test';
import { problem } from './network.ts';
import { enterAsMember, logInByForm, logInto, test } from './member.ts';

const refreshToken = '**/api/v1/auth/refresh-token/';
const place = '/cabinet/payment-error';

test('section 4: three tabs outlive an access token with one refresh among them', async ({ context }) => {
  const { accessToken } = await enterAsMember(context);
  const tabs = await openTabs(context, 3);
  const refreshes = countCalls(context, 'refresh-token');
  await logInto(context, { accessToken: 'expired' });

  const sent = tabs.map((tab) => tab.waitForResponse((reply) => reply.url().includes('/verify/send/') && reply.ok()));
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Resend' }).click()));
  await Promise.all(sent);
  expect(refreshes()).toBe(1);
  for (const tab of tabs) await expect(tab).toHaveURL(new RegExp(`${place}$`));
  expect(['expired', accessToken]).not.toContain((await tokensOf(context)).authToken);
});

test('section 4: three tabs that are loaded with an expired access token refresh it once', async ({ context }) => {
  await enterAsMember(context);
  const tabs = await openTabs(context, 3);
  const refreshes = countCalls(context, 'refresh-token');
  await logInto(context, { accessToken: 'expired' });
  await Promise.all(tabs.map((tab) => tab.reload()));
  for (const tab of tabs) await expectOpen(tab);
  expect(refreshes()).toBe(1);
});

test('a log-out in one tab reaches the others', async ({ context }) => {
  await enterAsMember(context);
  const tabs = await openTabs(context, 3);
  await tabs[0]!.getByRole('button', { name: 'Sign out' }).click();
  for (const tab of tabs) {
    await expect(tab).toHaveURL(/\/login$/);
    await expect(tab.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  }
  expect(await tokensOf(context)).toEqual({});
});

test('section 4: a refused refresh clears the session and leads to the root route', async ({ context }) => {
  await enterAsMember(context);
  const [tab] = await openTabs(context, 1);
  await logInto(context, { accessToken: 'expired', refreshToken: 'worthless' });
  await tab!.reload();
  await expect(tab!).toHaveURL(/\/daily-emotional-reset$/);
  await expect(tab!.locator('main [data-step]')).toBeVisible();
  expect(await tokensOf(context)).toEqual({});
});

test('section 8: the fourth refresh within a minute is not sent, and ends the session', async ({ context }) => {
  await enterAsMember(context);
  const tab = await context.newPage();
  await tab.goto('/cabinet/email-unsubscribe');
  const refreshes = countCalls(context, 'refresh-token');
  await tab.route('**/users/me/', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(problem(401, 'Please sign in.')) : route.continue(),
  );
  const subscribe = tab.getByRole('button', { name: 'Send me tips and offers' });
  for (let times = 1; times <= 3; times++) {
    await subscribe.click();
    await expect.poll(refreshes).toBe(times);
    await expect(subscribe).not.toHaveAttribute('aria-busy', 'true');
  }
  await subscribe.click();
  await expect(tab).toHaveURL(/\/daily-emotional-reset$/);
  expect(refreshes()).toBe(3);
  expect(await tokensOf(context)).toEqual({});
});

test('section 8: 403 with its detail refreshes the tokens and sends the request again', async ({ context }) => {
  const { accessToken } = await enterAsMember(context);
  await context.route('**/api/v1/users/me/', (route) =>
    route.request().headers()['authorization'] === `Bearer ${accessToken}`
      ? route.fulfill(problem(403, 'Refresh your tokens and try again.'))
      : route.continue(),
  );
  const refreshes = countCalls(context, 'refresh-token');
  await openTabs(context, 1);
  expect(refreshes()).toBe(1);
  expect((await tokensOf(context)).authToken).not.toBe(accessToken);
});

test('another 403 refreshes nothing', async ({ context }) => {
  await enterAsMember(context);
  const [tab] = await openTabs(context, 1);
  const refreshes = countCalls(context, 'refresh-token');
  await tab!.route('**/verify/send/', (route) => route.fulfill(problem(403, 'Not for you.')));
  await tab!.getByRole('button', { name: 'Resend' }).click();
  await expect(tab!.getByText('Not for you.').first()).toBeVisible();
  expect(refreshes()).toBe(0);
});

test('a refresh that the server has no time for is asked for again a moment later', async ({ context }) => {
  await enterAsMember(context);
  const [tab] = await openTabs(context, 1);
  const refreshes = countCalls(context, 'refresh-token');
  await context.route(refreshToken, (route) => route.fulfill(problem(503, 'We are resting.')), { times: 1 });
  await logInto(context, { accessToken: 'expired' });
  await tab!.reload();
  await expectOpen(tab!);
  expect(refreshes()).toBe(2);
});

test('a refresh that gets no answer does not end the session', async ({ context }) => {
  await enterAsMember(context);
  const [tab] = await openTabs(context, 1);
  await context.route(refreshToken, (route) => route.abort());
  await logInto(context, { accessToken: 'expired' });
  await tab!.getByRole('button', { name: 'Resend' }).click();
  await expect(tab!.getByText(/You seem to be offline/).first()).toBeVisible();
  await context.unroute(refreshToken);
  await tab!.reload();
  await expectOpen(tab!);
});

test('section 9: the token cookies have path /, 30 days and SameSite Strict', async ({ context }) => {
  const member = await enterAsMember(context);
  await context.clearCookies();
  const tab = await context.newPage();
  await tab.goto('/login');
  await logInByForm(tab, member);
  await expect(tab).toHaveURL(/\/cabinet\/payment$/);
  for (const name of ['authToken', 'refreshToken']) {
    const cookie = (await context.cookies()).find((each) => each.name === name)!;
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Strict' });
    expect(Math.round((cookie.expires - Date.now() / 1_000) / 86_400)).toBe(30);
  }
});

/** Tabs with a page of the cabinet in them, which shows the banner. */
async function openTabs(context: BrowserContext, count: number): Promise<Page[]> {
  const tabs = await Promise.all(Array.from({ length: count }, () => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto(place)));
  for (const tab of tabs) await expectOpen(tab);
  return tabs;
}

async function expectOpen(tab: Page): Promise<void> {
  await expect(tab.getByRole('button', { name: 'Resend' })).toBeVisible();
  await expect(tab).toHaveURL(new RegExp(`${place}$`));
}

/** How often the API was called at an address with this in it, from now on. */
function countCalls(context: BrowserContext, part: string): () => number {
  let calls = 0;
  context.on('request', (request) => {
    if (request.url().includes(part)) calls++;
  });
  return () => calls;
}

async function tokensOf(context: BrowserContext): Promise<{ authToken?: string; refreshToken?: string }> {
  const cookies = (await context.cookies()).filter(({ name }) => ['authToken', 'refreshToken'].includes(name));
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
}
