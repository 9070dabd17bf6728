import { expect, type BrowserContext } from '@playwright/test';
import { renderReport } from '../../api/reports/page/render-report.ts';
import { readBuildManifest } from '../../api/builds.ts';
import { loadPublishedFunnels } from '../../api/funnels/published.ts';
import { sampleReport } from '../reports/page/sample-report.ts';
import { expectAccessible } from './expect-accessible.ts';
import { enterAsMember, test } from './member.ts';

/** Makes the server say that this browser's user is of the team, and answer with a report of the sample. */
async function becomeAnalyst(context: BrowserContext): Promise<void> {
  const { funnels, funnelWords } = await loadPublishedFunnels(
    'dist/site',
    (await readBuildManifest('dist/site')).funnels,
  );
  const [{ id, path }, { en }] = [funnels.get('sleep-issues')!, funnelWords.get('sleep-issues')!];
  const report = sampleReport(funnels.get(id)!);
  const rendered = await renderReport(report, funnels.get(id)!, 'en', en);
  await context.route('**/api/v1/users/me/', async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...((await response.json()) as object), role: 'analyst' } });
  });
  const list = { funnels: [{ id, path, name: en!.name, visits: report.all.visits }] };
  await context.route('**/api/v1/reports/', (route) => route.fulfill({ json: list }));
  const json = { ...rendered, madeAt: report.madeAt };
  await context.route(`**/api/v1/reports/${id}/*`, (route) => route.fulfill({ json }));
}

test('reports are shown in their colours under the policy of the site, for everybody to read', async ({
  page,
  context,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await enterAsMember(context);
  await becomeAnalyst(context);
  await page.goto('/cabinet/reports');
  await expect(page.getByRole('heading', { name: 'Key figures' })).toBeVisible();
  const bar = page.locator('.narrow .chart path[fill="var(--ended)"]').first();
  await expect(bar).toHaveCSS('fill', 'rgb(69, 82, 165)');
  const card = page.locator('.flow-graph .card').first();
  await expect(card).toHaveCSS('fill', 'rgb(255, 255, 255)');
  await expect(page.getByRole('img', { name: /^Where visits end\. Most visits end on/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await expectAccessible(page, 'the reports');
  expect(complaints).toEqual([]);
});

test('members who are not of the team are sent to their sessions', async ({ page, context }) => {
  await enterAsMember(context);
  await page.goto('/cabinet/reports');
  await expect(page).toHaveURL(/\/cabinet\/payment$/); // where the sessions send who has no access
});
