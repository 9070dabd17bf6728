import { expect } from '@playwright/test';
import { everything, expectAccessible } from './expect-accessible.ts';
import { ask, Listener } from './listener.ts';
import { enterAsMember, test } from './member.ts';
import { buyPlan } from './payment-visitor.ts';

/** An open list is in no landmark, and what passes the focus on at its ends is hidden from screen readers, as it has to be. */
const openList = ['region', 'aria-hidden-focus'];

for (const locale of everything ? (['en', 'es'] as const) : (['en'] as const)) {
  test(`listening is accessible in ${locale}`, async ({ page, context }) => {
    const schemes = locale === 'en' ? (['light', 'dark'] as const) : (['light'] as const);
    await enterAsMember(context, locale);
    await buyPlan(context, 'basic');
    const listener = await Listener.of(page, locale);
    const t = (key: string) => listener.t(`cabinet:${key}`);
    await ask(context, 'POST', '/content/the-long-out-breath/finish/');
    await ask(context, 'POST', '/content/breathing-with-the-wind/start/?position=600');
    await page.addInitScript(() => {
      if (location.protocol !== 'about:') localStorage.removeItem('welcomeModalSeen');
    });
    await page.goto('/cabinet/sessions?category=breathing');
    const welcome = page.getByRole('dialog', { name: t('welcome.title') });
    await expect(welcome).toBeVisible();
    await expectAccessible(page, 'the welcome', schemes);
    await welcome.getByRole('button', { name: t('welcome.close'), exact: true }).click();

    await listener.press();
    await listener.expectToSound();
    await page.getByRole('button', { name: `${t('sessions.filters.label')} (1)` }).click();
    await page.getByRole('combobox', { name: t('sessions.filters.status') }).click();
    await expect(page.getByRole('listbox')).toBeVisible();
    await expectAccessible(page, 'sessions in each state, a filter open, the bar', schemes, openList);
    await page.keyboard.press('Escape');
    await listener.openFull();
    await listener.full.getByRole('radio', { name: '20 min' }).check();
    await expectAccessible(page, 'the full player', schemes);
    await page.keyboard.press('Escape');
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('header.dashboard') })
      .click();
    await expect(page.getByRole('heading', { name: t('dashboard.listened.title') })).toBeVisible();
    await expectAccessible(page, 'the dashboard of a member who has listened', schemes);
  });
}
