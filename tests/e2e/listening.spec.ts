import { type Browser, expect, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import type { Dashboard } from '../../schemas/api/dashboard.ts';
import { addDays } from '../../api/content/calendar.ts';
import { localDay } from '../../web/pages/cabinet/times.ts';
import { ask, askSession, played, Listener, waitForSound } from './listener.ts';
import { enterAsMember, logInto, test, type Member } from './member.ts';
import { buyPlan } from './payment-visitor.ts';

/** How much of the library is finished, as the page says it: in numbers, and to screen readers. */
async function expectTotals(page: Page, completed: number): Promise<void> {
  const totals = page.getByRole('region', { name: 'Progress' });
  const bar = totals.getByRole('progressbar', { name: 'Progress' });
  await expect(bar).toHaveAttribute('aria-valuetext', new RegExp(`^${completed} of \\d+ completed`));
  const shown = await totals.getByRole('definition').allInnerTexts();
  const total = Number(shown[0]);
  const percent = `${Math.floor((100 * completed) / total)}%`;
  expect(shown).toEqual([`${total}`, `${completed}`, `${total - completed}`, percent]);
  await expect(bar).toHaveAttribute('aria-valuetext', `${completed} of ${total} completed, ${percent}`);
}

test('a session goes on where it was left, on every page and device, and is finished once', async ({
  page,
  context,
  browser,
}) => {
  const member = await enterAsMember(context);
  await buyPlan(context, 'basic');
  const today = localDay(new Date());
  for (const daysAgo of [0, 1, 2]) {
    const told = new URLSearchParams({ play: randomUUID(), heard: '600', day: addDays(today, -daysAgo) });
    await ask(context, 'POST', `/content/one-lamp-on/finish/?${told}`);
  }

  const listener = await Listener.of(page);
  await page.goto('/cabinet/sessions');
  await expectTotals(page, 1);
  await expect(listener.card).toContainText('Not Started');
  await listener.press();
  await listener.expectToSound();
  await expect(listener.card).toContainText('Playing');
  await listener.openFull();
  for (let minute = 0; minute < 5; minute++) await listener.slider.press('PageUp');
  await expect(listener.slider).toHaveAttribute('aria-valuetext', /^5 minutes \d+ seconds? of 15 minutes 0 seconds$/);
  await listener.expectToSound();
  await page.keyboard.press('Escape');

  const stops = await listener.stops();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'What you’ve listened to' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).first().click();
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the sessions' }).click();
  await expect(listener.card).toContainText('Playing');
  await listener.expectToSound();
  expect(await listener.stops()).toBe(stops);

  const left = await listener.pause();
  await waitForSound(context);
  await page.reload();
  await expect(listener.card).toContainText('In Progress');
  const minutes = Math.round((played.seconds - left) / 60);
  await expect(listener.card).toContainText(`${minutes} min left`);
  await expect(listener.card.locator('progress')).toHaveAttribute('value', String(left));
  await listener.card.getByRole('button', { name: `Continue, Before you go in, ${minutes} minutes left` }).click();
  await listener.minimise();
  await listener.expectToHaveBegunAt(left);
  const leftAgain = await listener.pause();

  const second = await openSecondDevice(browser, member);
  await expect(second.card).toContainText('In Progress');
  await second.press();
  await second.expectToHaveBegunAt(leftAgain);
  await second.openFull();
  await second.slider.fill(String(played.seconds - 2));
  await expect(second.full).toContainText('Finished. Rest well.');
  await second.page.keyboard.press('Escape');
  await expect(second.card).toContainText('Finished');
  await expectTotals(second.page, 2);

  const askDashboard = () => ask<Dashboard>(context, 'GET', `/dashboard/?day=${today}`);
  await expect.poll(askDashboard).toMatchObject({ finished: 2, streakDays: 3 });
  const { heardSeconds } = await askDashboard();
  expect(heardSeconds).toBeGreaterThan(3 * 600 + 2);
  await second.page.getByRole('link', { name: 'Dashboard' }).click();
  const facts = [
    ['days in a row', 3],
    ['minutes in total', Math.round(heardSeconds / 60)],
    ['sessions finished', 2],
  ] as const;
  for (const [name, value] of facts) {
    const fact = second.page.locator('dl > div').filter({ hasText: name });
    await expect(fact.getByRole('definition')).toHaveText(String(value));
  }
  await second.page.context().close();

  await page.reload();
  await expect(listener.card).toContainText('Finished');
  await listener.press();
  await listener.expectToHaveBegunAt(0);
  await listener.pause();
  expect(await askSession(context)).toMatchObject({ status: 'finished' });
  await expect(listener.card).toContainText('Finished');
  await expectTotals(page, 2);
});

/** The list of the same account in another browser, which welcomes anyone who comes there first. */
async function openSecondDevice(browser: Browser, { email, password }: Member): Promise<Listener> {
  const context = await browser.newContext();
  const answer = await context.request.post('/api/v1/auth/login/', { data: { email, password } });
  await logInto(context, (await answer.json()) as Member);
  const listener = await Listener.of(await context.newPage());
  await listener.page.goto('/cabinet/sessions');
  await listener.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  return listener;
}
