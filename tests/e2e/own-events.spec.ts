import { expect, test, type BrowserContext } from '@playwright/test';
import type { PageEvent } from '../../engine/run/page-log.ts';
import { readPages } from '../../engine/replay/read-pages.ts';
import type { Batch } from '../../web/analytics/own-events.ts';
import { realFunnel } from '../engine/author/real-funnels.ts';
import { Visitor } from './visitor.ts';

/** The batches that the server has acknowledged, by what names them. */
function followEvents(context: BrowserContext): Map<string, Batch> {
  const taken = new Map<string, Batch>();
  context.on('response', (response) => {
    if (!response.url().endsWith('/api/v1/events/') || response.status() !== 204) return;
    const batch = response.request().postDataJSON() as Batch;
    const key = [batch.visit, batch.page, batch.n].join(' ');
    expect(taken.get(key) ?? batch).toEqual(batch); // one that comes again is the same
    taken.set(key, batch);
  });
  return taken;
}

const isTap = ([, kind]: readonly unknown[]): boolean => kind === 'next' || kind === 'answer';

test('every event of a visit reaches the server, through Back, a reload, a lost connection and a closed page', async ({
  context,
}) => {
  const taken = followEvents(context);
  const passed: string[] = [];
  const pass = async (visitor: Visitor, times: number) => {
    for (let time = 0; time < times; time += 1) passed.push(await visitor.pass());
  };
  const first = new Visitor(await context.newPage());
  await first.open('/daily-emotional-reset?utm_source=ad');
  await expect
    .poll(() =>
      first.page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /start-/.test(name))),
    )
    .toBe(true);
  await pass(first, 3);
  await first.back.click();
  await expect(first.page.locator(`[data-step="${passed[2]}"]`)).toBeVisible();
  await pass(first, 2);
  await first.page.reload();
  await first.step.waitFor();
  await pass(first, 1);
  await context.setOffline(true);
  await pass(first, 2);
  await first.page.close();
  await context.setOffline(false);

  const last = new Visitor(await context.newPage());
  await last.open('/daily-emotional-reset');
  passed.push(...(await last.finish()));
  const waits = () => last.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('told:')));
  await expect.poll(waits).toEqual([]);
  // What the server has said to the page comes to the test on a way of its own.
  const taps = () => [...taken.values()].flatMap(({ events }) => events.filter(isTap)).length;
  await expect.poll(taps).toBeGreaterThanOrEqual(passed.length);

  const batches = [...taken.values()].toSorted((a, b) => a.page - b.page || a.n - b.n);
  expect(new Set(batches.map(({ visit }) => visit)).size).toBe(1);
  const pages = [...new Set(batches.map(({ page }) => page))].map((page) => ({
    page,
    events: batches.filter((batch) => batch.page === page).flatMap(({ events }) => events) as unknown as PageEvent[],
  }));
  const { funnel } = realFunnel('daily-emotional-reset');
  const { readable, events } = readPages(() => funnel, pages);
  expect(readable).toBe(true);
  const left = events.flatMap((event) => (event.type === 'step_left' && event.by === 'next' ? [event.step] : []));
  expect(left).toEqual(passed);
  expect(events.filter(({ type }) => type === 'visit_finished')).toHaveLength(1);
  expect(pages).toHaveLength(3);
});
