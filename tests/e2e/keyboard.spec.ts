import { expect, test } from '@playwright/test';
import { failOnErrors, Visitor } from './visitor.ts';

test('quiz 1 can be taken with the keyboard alone', async ({ page }) => {
  const errors = failOnErrors(page);
  const visitor = new Visitor(page);
  await visitor.open('/daily-emotional-reset');
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  for (let step = 1; step <= 16; step++) {
    const id = await visitor.stepId();
    const radios = page.getByRole('radio');
    if ((await radios.count()) > 0 && step % 2 === 0) {
      await page.keyboard.press('3');
    } else if ((await radios.count()) > 0) {
      await tabTo(page, '[role="radio"]');
      await page.keyboard.press('ArrowDown');
      expect(await visitor.stepId(), 'an arrow moves the focus and chooses nothing').toBe(id);
      await page.keyboard.press('Enter');
    } else {
      await tabTo(page, '[data-tap="next"]');
      await page.keyboard.press('Enter');
    }
    await expect(page.locator(`main [data-step="${id}"]`)).toHaveCount(0);
  }
  await expect(page).toHaveURL(/\/results$/);
  const saved = (await visitor.savedEntry('wizardEmotionalReset'))!;
  expect(saved['morningFeel']).toBe('heavy_with_dread');
  expect(saved['innerVoice']).toBe('doubtful_or_fearful');
  expect(errors).toEqual([]);
});

async function tabTo(page: Visitor['page'], selector: string): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${selector} can't be reached by Tab`);
}
