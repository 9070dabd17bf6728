import { expect, type BrowserContext, type Page } from '@playwright/test';
import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withResolvers } from '../harness/with-resolvers.ts';
import { enterAsMember, logInByForm, logInto, test } from './member.ts';

/** Needs a log-in, whether it has paid or not. */
const place = '/cabinet/payment-error';

test('section 4: a sign-out wins over new tokens that are on their way to another tab', async ({
  context,
  baseURL,
}) => {
  const line = await openSlowLine(baseURL!);
  await enterAsMember(context);
  const [asking, other] = [await context.newPage(), await context.newPage()];
  for (const tab of [asking, other]) {
    await tab.goto(line.url + place);
    await expect(tab.getByRole('button', { name: 'Sign out' })).toBeVisible(); // it asks for nothing from now on
  }
  await askForTokens(context, asking, line.held);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(other).toHaveURL(/\/login$/);
  const answer = asking.waitForResponse((each) => each.url().includes('refresh-token'));
  line.release();
  expect(await (await answer).headerValue('set-cookie')).toContain('authToken=');
  await (await answer).finished();
  await expect.poll(() => refreshTokenOf(context)).toBeUndefined();
  await asking.goto(line.url + place);
  await expect(asking).toHaveURL(/\/login$/);
  line.close();
});

test('section 4: so does the log-in of another user', async ({ context, browser, baseURL }) => {
  const line = await openSlowLine(baseURL!);
  const bea = await enterAsMember(await browser.newContext());
  const other = await context.newPage();
  await other.goto(`${line.url}/login`);
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeEnabled(); // it has found nobody logged in
  await enterAsMember(context);
  const asking = await context.newPage();
  await asking.goto(line.url + place);
  await askForTokens(context, asking, line.held);
  await logInByForm(other, bea);
  await expect(other).toHaveURL(/\/cabinet\/payment$/);
  const wanted = await refreshTokenOf(context);
  const shown = asking.waitForResponse(async (answer) => answer.url().endsWith('/users/me/') && answer.ok());
  line.release();
  expect(await (await shown).json()).toMatchObject({ email: bea.email });
  expect(await refreshTokenOf(context)).toBe(wanted);
  line.close();
});

/** Loads a page whose access token has run out; resolves when the server has answered with new tokens. */
async function askForTokens(context: BrowserContext, tab: Page, held: Promise<void>): Promise<void> {
  await logInto(context, { accessToken: 'expired' });
  await tab.reload({ waitUntil: 'commit' });
  await held;
}

const refreshTokenOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'refreshToken')?.value;

/** The site at an address of its own, where an answer with new tokens comes no sooner than it is released. */
async function openSlowLine(site: string) {
  const [answered, released] = [withResolvers(), withResolvers()];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    // A connection of its own: one that is kept may be closed by the server just as it is used again.
    const onward = forward(site + url, { method, headers, agent: false }, async (answer) => {
      if (url!.includes('refresh-token')) {
        answered.resolve();
        await released.promise;
      }
      answer.pipe(response.writeHead(answer.statusCode!, answer.headers));
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: answered.promise,
    release: released.resolve,
    close: () => server.closeAllConnections(),
  };
}
