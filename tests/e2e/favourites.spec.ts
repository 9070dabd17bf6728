import { type BrowserContext, expect } from '@playwright/test';
import type { ContentList } from '../../schemas/api/content.ts';
import { ask, Listener, played } from './listener.ts';
import { enterAsMember, logInto, test } from './member.ts';
import { buyPlan } from './payment-visitor.ts';

const favouritesOf = async (context: BrowserContext) =>
  (await ask<ContentList>(context, 'GET', '/content/?favourite=true')).items.map(({ id }) => id);

for (const locale of ['en', 'es'] as const) {
  test(`favourites are on all devices, in the list and in the player, in ${locale}`, async ({
    page,
    context,
    browser,
  }) => {
    const member = await enterAsMember(context, locale);
    await buyPlan(context, 'basic');
    const listener = await Listener.of(page, locale);
    const t = (key: string, values = {}) => listener.t(`cabinet:${key}`, values);
    const heart = { name: t('sessions.card.favourite', { title: listener.title }) };
    const filter = { name: t('sessions.filters.favourites'), exact: true };
    await page.goto('/cabinet/sessions?favourite=true');
    await expect(page.getByRole('heading', { name: t('sessions.no_favourites.title') })).toBeVisible();
    await page.getByRole('button', filter).press('Enter');
    await expect(page).toHaveURL((url) => url.search === '');

    await page.goto('/cabinet/sessions?category=breathing');
    await listener.card.getByRole('button', heart).press('Space');
    await expect(listener.card.getByRole('button', { ...heart, pressed: true })).toBeFocused();
    await expect.poll(() => favouritesOf(context)).toEqual([played.id]);

    const other = await browser.newContext();
    await other.addInitScript(() => localStorage.setItem('welcomeModalSeen', 'true'));
    await logInto(other, member);
    const second = await Listener.of(await other.newPage(), locale);
    await second.page.goto('/cabinet/sessions?favourite=true');
    await second.press();
    await second.openFull();
    await second.full.getByRole('button', { ...heart, pressed: true }).click();
    await expect(second.full.getByRole('button', { ...heart, pressed: false })).toBeVisible();
    await expect.poll(() => favouritesOf(context)).toEqual([]);
    await second.page.keyboard.press('Escape');
    await expect(second.card.getByRole('button', { ...heart, pressed: false })).toBeVisible();
    await other.close();

    await page.reload();
    await expect(listener.card.getByRole('button', { ...heart, pressed: false })).toBeVisible();
  });
}

test('a heart that the server refuses is undone, and one pressed while offline is sent by the next page', async ({
  page,
  context,
}) => {
  await enterAsMember(context);
  await buyPlan(context, 'basic');
  const { card } = await Listener.of(page);
  const heart = (pressed: boolean) => card.getByRole('button', { name: /^Favorite, /, pressed });
  await page.goto('/cabinet/sessions?category=breathing');
  const problem = { status: 503, code: 'unavailable', title: 'x', detail: 'Please come back later.' };
  await context.route('**/favourite/', (route) => route.fulfill({ status: 503, json: problem }));
  await heart(false).click();
  await expect(page.getByText('Please come back later.').first()).toBeVisible();
  await expect(heart(false)).toBeVisible();

  await context.unroute('**/favourite/');
  await context.route('**/favourite/', (route) => route.abort());
  await heart(false).click();
  await expect(heart(true)).toBeVisible();
  await context.unroute('**/favourite/');
  await page.goto('/cabinet/dashboard');
  await expect.poll(() => favouritesOf(context)).toEqual([played.id]);
});
