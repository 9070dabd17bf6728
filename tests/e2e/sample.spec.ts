import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { Visitor } from './visitor.ts';

/** Seconds of sound that the page's one audio element has played by itself; 0 before there is one. */
const heard = (page: Page) => page.evaluate(() => (window as { sample?: HTMLAudioElement }).sample?.currentTime ?? 0);

test('visitors hear a sample on results and plan, and no byte of it comes before they ask for it', async ({ page }) => {
  await page.addInitScript(() => {
    window.Audio = class extends Audio {
      constructor() {
        super();
        Object.assign(window, { sample: this });
      }
    };
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/content/')) asked.push(request.url());
  });
  const visitor = new Visitor(page);
  await visitor.open('/sleep-issues?stepsLimit=1');
  await visitor.finish();
  const play = page.getByRole('button', { name: /^Play 30 seconds in the sound of/ });
  const stop = page.getByRole('button', { name: 'Stop the sample' });
  for (const isPlan of [false, true]) {
    if (isPlan) await page.getByRole('button', { name: 'See my plan' }).first().click();
    if (isPlan) await expect(page.getByRole('heading', { name: 'Your plan, week by week' })).toBeVisible();
    await expect(play).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    await play.click();
    await expect.poll(() => heard(page), { timeout: 60_000 }).toBeGreaterThan(1);
    await page.evaluate(() => (window as { sample?: HTMLAudioElement }).sample!.pause()); // it would be over too soon
    await expectAccessible(page, 'a sample that plays');
    await stop.click();
    await expect(play).toBeVisible();
    asked.length = 0;
  }
});
