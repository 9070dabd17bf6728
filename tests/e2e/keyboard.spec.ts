import { expect } from '@playwright/test';
import { enterAsMember, newEmail, test } from './member.ts';
import { Visitor, failOnErrors, tabTo } from './visitor.ts';

test('quiz 1 can be taken with the keyboard alone', async ({ page }) => {
  const errors = failOnErrors(page);
  const visitor = new Visitor(page);
  await visitor.open('/daily-emotional-reset');
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  for (let step = 1; step <= 16; step++) {
    const id = await visitor.stepId();
    const radios = page.getByRole('radio');
    const ways = page.locator(`main [data-step="${id}"] :is([role="radio"], [data-tap="next"])`);
    await ways.first().waitFor({ state: 'attached' });
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

test('an account can be opened, left and entered with the keyboard alone', async ({ page }) => {
  const email = newEmail();
  const entered = page.locator('[tabindex="-1"]:focus'); // a page takes the focus a moment after it is seen
  await page.goto('/register');
  await expect(page.getByRole('button', { name: 'Create my account' })).toBeEnabled();
  await tabTo(page, 'button[type="submit"]');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.keyboard.type(email);
  await tabTo(page, '[autocomplete="given-name"]');
  await page.keyboard.type('Ada');
  await tabTo(page, '[autocomplete="new-password"]');
  await page.keyboard.type('sleep5well');
  for (const name of ['terms', 'privacy', 'cancelAnytime']) {
    await tabTo(page, `[name="agreements.${name}"]`);
    await page.keyboard.press('Space');
  }
  await tabTo(page, 'button[type="submit"]');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Choose your plan and begin' })).toBeVisible();
  await expect(entered).toHaveCount(1);

  await tabTo(page, 'header button', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(entered).toHaveCount(1);
  await tabTo(page, '[autocomplete="email"]');
  await page.keyboard.type(email);
  await tabTo(page, '[autocomplete="current-password"]');
  await page.keyboard.type('sleep5well');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Choose your plan and begin' })).toBeVisible();
});

test('the dialog that removes an account keeps the focus inside and gives it back on Escape', async ({ page }) => {
  await enterAsMember(page.context());
  await page.goto('/cabinet/payment');
  await page.getByText('Your data and your account').press('Enter');
  await page.getByRole('button', { name: 'Remove my account' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press('Tab');
    await expect(page.locator('main :focus')).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove my account' })).toBeFocused();
});
