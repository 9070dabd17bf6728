import { type BrowserContext, expect, type Page } from '@playwright/test';
import jsonwebtoken from 'jsonwebtoken';
import { accessTokenOf, ask, askSession, claimsOf, played, Listener, waitForSound } from './listener.ts';
import { enterAsMember, logInto, test } from './member.ts';
import { buyPlan, listBought } from './payment-visitor.ts';
import { serverKeys } from './shared-with-server.ts';

/** A new member who is in the middle of a session. */
async function listen(context: BrowserContext, page: Page): Promise<Listener> {
  await enterAsMember(context);
  await buyPlan(context, 'basic');
  const listener = await Listener.of(page);
  await page.goto('/cabinet/sessions');
  await listener.press();
  await listener.expectToSound();
  return listener;
}

test('access that ends in the middle stops the session, says so and leads to the plans', async ({ page, context }) => {
  const listener = await listen(context, page);
  const { audioUrl } = await askSession(context);
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).first().click();
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();

  const [payment] = (await listBought(context)).payments;
  await ask(context, 'POST', `/payments/${payment!.id}/refund/`);
  await page.keyboard.press('l'); // 15 seconds on
  await expect(listener.bar.getByText('Your sessions are closed for now').first()).toBeVisible();
  await expect.poll(() => listener.second()).toBe(0);
  expect((await context.request.get(audioUrl)).status()).toBe(403);
  await listener.bar.getByRole('link', { name: 'Go to the payment page' }).click();
  await expect(page).toHaveURL(/\/cabinet\/payment$/);
  await expect(page.getByRole('heading', { name: 'Your plan has ended' })).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeVisible();
});

test('a session plays on when the access token runs out, and after the connection was lost', async ({
  page,
  context,
}) => {
  const listener = await listen(context, page);
  const { userId, loginId } = await claimsOf(context);
  const claims = { sub: userId, sid: loginId, v: 1 };
  const expired = jsonwebtoken.sign(claims, serverKeys.accessToken[0], { expiresIn: -60 });
  await logInto(context, { accessToken: expired });
  const stops = await listener.stops();
  await page.keyboard.press('l'); // 15 seconds on
  await expect.poll(() => accessTokenOf(context)).not.toBe(expired);
  await expect.poll(async () => (await askSession(context)).positionSeconds).toBeGreaterThanOrEqual(15);
  await listener.expectToSound();
  expect(await listener.stops()).toBe(stops);

  await waitForSound(context);
  await listener.openFull();
  await context.setOffline(true);
  await listener.slider.fill(String(played.seconds - 100));
  await expect(listener.full.getByText('You’re offline. We’ll save your place').first()).toBeVisible();
  await context.setOffline(false);
  await listener.expectToHaveBegunAt(played.seconds - 100);
  await expect(listener.full.getByText('You’re offline.')).toHaveCount(0);
});
