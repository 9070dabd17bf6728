import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ask } from './listener.ts';
import { enterAsMember, test } from './member.ts';
import { buyPlan } from './payment-visitor.ts';

interface Session {
  readonly category: string;
  readonly voice: string;
  readonly en: { readonly title: string; readonly summary: string };
}

const { categories, sessions } = parse(readFileSync('content/sessions.yaml', 'utf8')) as {
  categories: Record<string, unknown>;
  sessions: Record<string, Session>;
};
const placeOf = ({ category }: Session) => Object.keys(categories).indexOf(category);

/** The titles of the sessions that match, by category in the order of the catalogue. */
const titlesOf = (matches: (session: Session) => boolean): string[] =>
  Object.values(sessions)
    .filter(matches)
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map(({ en }) => en.title);

async function choose(page: Page, filter: string, ...options: readonly string[]): Promise<void> {
  const control = page.getByRole('combobox', { name: filter });
  if (!(await control.isVisible())) await page.getByRole('button', { name: /^Filters/ }).click();
  await control.click();
  for (const name of options) await page.getByRole('option', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

const pageSize = 24;

/** The list begins with these sessions, says how many there are, and the address has the filters. */
async function expectList(page: Page, titles: readonly string[], query: string): Promise<void> {
  const list = page.getByRole('region', { name: 'All sessions' });
  await expect(list.getByRole('article').getByRole('heading')).toHaveText(titles.slice(0, pageSize));
  await expect(list.getByRole('status').first()).toHaveText(
    `${titles.length} session${titles.length === 1 ? '' : 's'}`,
  );
  await expect(page).toHaveURL((url) => url.search === query);
}

test('filters narrow the list down, outlive a reload and Back, and can be cleared', async ({ page, context }) => {
  await enterAsMember(context);
  await buyPlan(context, 'basic');
  await ask(context, 'POST', '/content/rain-on-the-roof/start/?position=300');
  await page.goto('/cabinet/sessions');
  await choose(page, 'Categories', 'Sleep', 'Daily reset');
  const ofBoth = titlesOf(({ category }) => category === 'sleep' || category === 'reset');
  await expectList(page, ofBoth, '?category=sleep&category=reset');
  await choose(page, 'Voice', 'Rain');
  const inRain = titlesOf(({ category, voice }) => voice === 'rain' && ['sleep', 'reset'].includes(category));
  await expectList(page, inRain, '?category=sleep&category=reset&voice=rain');

  await page.goBack();
  await expectList(page, ofBoth, '?category=sleep&category=reset');
  await page.goForward();
  await page.reload();
  await expectList(page, inRain, '?category=sleep&category=reset&voice=rain');
  await page.getByRole('button', { name: 'Remove Daily reset' }).click();
  await expectList(
    page,
    titlesOf(({ category, voice }) => category === 'sleep' && voice === 'rain'),
    '?category=sleep&voice=rain',
  );
  await choose(page, 'Status', 'In Progress');
  await expectList(page, ['Rain on the roof'], '?status=in_progress&category=sleep&voice=rain');
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible();

  const search = page.getByRole('searchbox', { name: 'Search sessions' });
  await search.fill('WINDOW');
  const withWindow = titlesOf(({ en }) => /window/i.test(`${en.title} ${en.summary}`));
  await expectList(page, withWindow, '?search=WINDOW');
  for (const mistake of ['windwo', 'widnow']) {
    await search.fill(mistake);
    await expect(page).toHaveURL((url) => url.search === `?search=${mistake}`);
    await expect(page.getByRole('status').filter({ hasText: /^\d+ sessions? for “window”$/ })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  await expect(page.getByRole('article').getByRole('article').first()).toBeVisible();
  await search.fill('window of zebras');
  await expect(page.getByRole('heading', { name: 'No session matches' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^0 sessions$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(search).toHaveValue('');
  await expectList(
    page,
    titlesOf(() => true),
    '',
  );
});
