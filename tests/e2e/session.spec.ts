import { expect, type BrowserContext, type Page } from '@playwright/test';
import { enterAsMember, logInByForm, logInto, test } from './member.ts';

const place = '/cabinet/payment-error';

test('section 4: three tabs outlive an access token with one refresh among them, and a log-out reaches all', async ({
  context,
}) => {
  const { accessToken } = await enterAsMember(context);
  // A tab waits six seconds for another one, however slow the machine is: that has a test of its own.
  await context.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  const tabs = await openTabs(context, 3);
  const refreshes = countCalls(context, 'refresh-token');
  await logInto(context, { accessToken: 'expired' });
  await Promise.all(tabs.map((tab) => tab.reload()));
  for (const tab of tabs) await expectOpen(tab);
  expect(refreshes()).toBe(1);

  await logInto(context, { accessToken: 'expired' });
  const sent = tabs.map((tab) => tab.waitForResponse((reply) => reply.url().includes('/verify/send/') && reply.ok()));
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Resend' }).click()));
  await Promise.all(sent);
  expect(refreshes()).toBe(2);
  for (const tab of tabs) await expect(tab).toHaveURL(new RegExp(`${place}$`));
  expect(['expired', accessToken]).not.toContain((await tokensOf(context)).authToken);

  await tabs[0]!.getByRole('button', { name: 'Sign out' }).click();
  for (const tab of tabs) {
    await expect(tab).toHaveURL(/\/login$/);
    await expect(tab.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  }
  await expect.poll(() => tokensOf(context)).toEqual({});
});

test('section 4: a refused refresh clears the session and leads to the root route', async ({ context }) => {
  await enterAsMember(context);
  const [tab] = await openTabs(context, 1);
  await logInto(context, { accessToken: 'expired', refreshToken: 'worthless' });
  await tab!.reload();
  await expect(tab!).toHaveURL(/\/daily-emotional-reset$/);
  await expect(tab!.locator('main [data-step]')).toBeVisible();
  await expect.poll(() => tokensOf(context)).toEqual({});
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
