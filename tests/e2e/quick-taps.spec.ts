import { expect, test, type Browser } from '@playwright/test';
import { realFunnel } from '../engine/author/real-funnels.ts';
import type { Batch } from '../../web/analytics/own-events.ts';

const funnels = ['daily-emotional-reset', 'nervous-system-overload', 'self-confidence', 'sleep-issues'];

/** Takes the quiz to its end with a tap every so many milliseconds; returns what is kept of it and what was reported. */
async function take(browser: Browser, id: string, pause: number) {
  const { funnel } = realFunnel(id);
  const context = await browser.newContext();
  await context.addInitScript(() => localStorage.setItem('visitorSeed', '"the same visitor"'));
  const page = await context.newPage();
  const batches: Batch[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/events/')) batches.push(request.postDataJSON() as Batch);
  });
  await page.goto(funnel.path);
  await page.locator('html[data-ready]').waitFor();
  const shown = await page.evaluate(async (milliseconds) => {
    const steps = new Set<string>();
    while (location.pathname !== '/results') {
      const step = document.querySelector('[data-step] section');
      const words = step?.querySelector('h1')?.textContent;
      if (words) steps.add(words);
      step?.querySelector('[type=range]')?.dispatchEvent(new Event('pointerup', { bubbles: true }));
      const isAnswered = step?.querySelector('[aria-checked=true], :checked');
      const choice = isAnswered ? null : step?.querySelector<HTMLElement>('[role=radio], input[type=checkbox]');
      (choice ?? [...(step?.querySelectorAll<HTMLElement>('button:enabled:not([role])') ?? [])].at(-1))?.click();
      await new Promise((done) => setTimeout(done, milliseconds));
    }
    return [...steps];
  }, pause);
  const visit = await page.evaluate((key) => JSON.parse(localStorage.getItem(key)!) as object, `visit:${id}`);
  const entry = await page.evaluate((key) => localStorage.getItem(key), funnel.storageKey);
  await expect(page.locator('[data-step]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Play' }).waitFor(); // the sample's session is fetched
  const result = await page.locator('main').innerText();
  await expect.poll(() => JSON.stringify(batches)).toContain(funnel.steps.at(-1)!.id);
  const events = batches.toSorted((a, b) => a.n - b.n).flatMap((batch) => batch.events);
  await context.close();
  const taken = events.map(([, ...event]) => event).filter(([type]) => type === 'answer' || type === 'next');
  return { shown, visit, entry, result, taken };
}

for (const id of funnels) {
  test(`a tap every 50 ms to the end of ${id} says what slow taps say`, async ({ browser }) => {
    const [slow, quick] = await Promise.all([take(browser, id, 600), take(browser, id, 50)]);
    expect(quick.entry).toBe(slow.entry);
    expect(quick.result).toBe(slow.result);
    expect(quick.taken).toEqual(slow.taken);
    expect(slow.taken.length).toBeGreaterThanOrEqual(slow.shown.length - 1);
    const kept = ({ visit }: typeof slow) => ({ ...visit, id: null, openedAt: null, times: null });
    expect(kept(quick)).toEqual(kept(slow));
  });
}
