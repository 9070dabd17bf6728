import type { Locator, Page } from '@playwright/test';
import { expect } from '../harness/patient-expect.ts';
import { newEmail, test } from './member.ts';
import { quizzes } from './quizzes.ts';
import { speak, Visitor } from './visitor.ts';

/** The colours that the sky of the scene in this place ends in; none while there is no scene. */
const skyOf = (place: Locator) =>
  place
    .locator('linearGradient')
    .nth(1)
    .locator('stop')
    .evaluateAll((stops) => stops.map((stop) => stop.getAttribute('stop-color')));

test("a quiz's own scene goes on behind its questions, drawn once, and on the pages after it", async ({ page }) => {
  const visitor = new Visitor(page);
  await visitor.open('/sleep-issues');
  const sky = await skyOf(visitor.step);
  const behind = page.locator('svg:has([id="backdrop:h"])');
  await expect(behind).toHaveCount(1);
  await expect(behind).toBeHidden(); // the landing shows the scene itself
  await visitor.pass();
  await expect(behind).toBeVisible();
  const drawn = await behind.elementHandle();
  await drawn.evaluate((svg) => {
    const observer = new MutationObserver(() => svg.setAttribute('data-changed', ''));
    observer.observe(svg, { attributes: true, childList: true, subtree: true });
  });
  for (let step = 0; step < 3; step++) await visitor.pass();
  expect(await drawn.evaluate((svg) => [svg.isConnected, svg.hasAttribute('data-changed')])).toEqual([true, false]);

  await visitor.finish();
  const header = page.locator('main header');
  const expectSky = () => expect.poll(() => skyOf(header)).toEqual(sky);
  await expectSky();
  await page.goto('/personalized-plan');
  await expectSky();
  await page.goto('/wizard-register');
  await page.locator('input[name="email"]').fill(newEmail());
  await expectSky();
  await page.locator('input[name="password"]').fill('sleep5well');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.locator('form [type="submit"]').click();
  await page.waitForURL('**/cabinet/payment');
  await expect(page.locator('input[name="password"]')).toHaveCount(0); // so that the header is the payment's
  await expectSky();
});

for (const { path } of quizzes) {
  test(`the words of ${path} stand above its button on low screens, and the scene fills wide ones`, async ({
    page,
  }) => {
    for (const locale of ['en', 'es']) {
      await speak(page, locale);
      for (const [width, height] of [
        [360, 640],
        [1366, 625],
      ] as const) {
        await page.setViewportSize({ width, height });
        await new Visitor(page).open(path);
        await page.reload(); // the typeface is here now
        await page.evaluate(() => document.fonts.ready);
        const { words, button, scene } = await placesOf(page);
        expect(words).toBeLessThanOrEqual(button.top);
        expect(button.bottom).toBeLessThanOrEqual(height);
        // A laptop has room for it beside the words, where a strip above them would show too little.
        if (width > height) expect([scene.left > button.right, scene.height > 350]).toEqual([true, true]);
      }
      await page.setViewportSize({ width: 1920, height: 1080 });
      const { scene, button, width, scrolls } = await placesOf(page);
      expect(scene.left).toBeLessThanOrEqual(0);
      expect(scene.right).toBeGreaterThanOrEqual(width);
      expect(scene.bottom).toBeCloseTo(1080); // Firefox adds up sixtieths of pixels
      expect(scene.top).toBeGreaterThanOrEqual(button.bottom);
      expect(scene.top).toBeLessThanOrEqual(640);
      expect(scrolls).toBe(false);
    }
  });
}

/** Where the lowest words, the button and the scene of a landing page stand, in pixels of the window. */
const placesOf = (page: Page) =>
  page.locator('main [data-step] section').evaluate((step) => {
    const words = [...step.querySelectorAll('p, div:has(> p)')].map(
      (element) => element.getBoundingClientRect().bottom,
    );
    const { scrollWidth, clientWidth } = document.documentElement;
    return {
      words: Math.max(...words),
      button: step.querySelector('button')!.getBoundingClientRect().toJSON() as DOMRect,
      scene: step.querySelector(':scope > svg')!.getBoundingClientRect().toJSON() as DOMRect,
      width: clientWidth,
      scrolls: scrollWidth > clientWidth,
    };
  });
