import { expect, test } from '@playwright/test';
import { quizOneFields, quizzes } from './quizzes.ts';
import { failOnErrors, speak, Visitor } from './visitor.ts';

// What differs in Spanish is words: each step's is a story, and other journeys go all the way in it.
for (const { path, storageKey } of quizzes) {
  test.describe(path, () => {
    // What moves moves alike in each of them.
    if (path === quizzes[0].path) test.use({ contextOptions: { reducedMotion: 'no-preference' } });

    test(`${path} leads to results and plan`, async ({ page }) => {
      const errors = failOnErrors(page);
      const visitor = new Visitor(page);
      await visitor.open(path);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');

      const passed = await visitor.finish((step) => step);
      expect(passed.length).toBeGreaterThanOrEqual(8);
      await expect(page.locator('main h1:visible')).toBeVisible();
      expect(Object.keys((await visitor.savedEntry(storageKey)) ?? {}).length).toBeGreaterThan(5);

      await page
        .getByRole('button', { name: /plan/i })
        .or(page.getByRole('button', { name: 'Continue' }))
        .first()
        .click();
      await expect(page).toHaveURL(/\/personalized-plan$/);
      await expect(page.getByText(/14/).first()).toBeVisible();
      await expect(page.getByRole('radio')).toHaveCount(3);
      expect(errors).toEqual([]);
    });
  });
}

test('sections 3 and 4: quiz 1 saves exactly its ten fields, each with one of its option keys; stepsLimit=abc is ignored', async ({
  page,
}) => {
  const visitor = new Visitor(page);
  await visitor.open('/daily-emotional-reset?stepsLimit=abc');
  expect(await visitor.finish((step) => step)).toHaveLength(16);
  const saved = (await visitor.savedEntry('wizardEmotionalReset'))!;
  expect(Object.keys(saved)).toEqual(Object.keys(quizOneFields));
  for (const [field, keys] of Object.entries(quizOneFields)) expect(keys).toContain(saved[field]);
});

test('sections 2 and 4: quiz 1 asks on steps 2, 3, 4, 6, 7, 9, 11, 13, 14, 15 and offers every option key in order; stepsLimit=0 is ignored', async ({
  page,
}) => {
  const visitor = new Visitor(page);
  await visitor.open('/daily-emotional-reset?stepsLimit=0');
  const fields = Object.values(quizOneFields);
  for (let step = 1; step <= 16; step++) {
    await expect(visitor.progress).toHaveText(`${step}/16`);
    await expect(page.getByText(`${Math.ceil((step / 16) * 100)}%`, { exact: true })).toBeVisible();
    await expect(visitor.back).toHaveCount(step === 1 ? 0 : 1);
    const keys = await page
      .locator('main [data-tap="answer"]:visible')
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['value']));
    if ([1, 5, 8, 10, 12, 16].includes(step)) expect(keys).toEqual([]);
    else expect(keys).toEqual(fields.shift());
    await visitor.pass(step);
  }
  await expect(page).toHaveURL(/\/results$/);
});

test('section 4: stepsLimit=3 finishes quiz 1 with the third answer', async ({ page }) => {
  const visitor = new Visitor(page);
  await visitor.open('/daily-emotional-reset?stepsLimit=3');
  expect(await visitor.finish()).toHaveLength(4);
  expect(Object.keys((await visitor.savedEntry('wizardEmotionalReset'))!)).toEqual([
    'morningFeel',
    'innerVoice',
    'loveToFeel',
  ]);
  await expect(page.locator('main h1:visible')).toBeVisible();
  await expect(page.locator('main')).not.toContainText('undefined');
});

test('Back returns step by step, and the answer given is still chosen', async ({ page }) => {
  const visitor = new Visitor(page);
  await visitor.open('/daily-emotional-reset');
  for (const nth of [0, 2, 1]) await visitor.pass(nth);
  await expect(visitor.progress).toHaveText('4/16');
  await visitor.back.click();
  await expect(page.getByText('3/16')).toBeVisible();
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  await visitor.back.click();
  await expect(page.getByText('2/16')).toBeVisible();
  await expect(page.getByRole('radio').nth(2)).toBeChecked();
  await visitor.pass(0);
  await expect(page.getByText('3/16')).toBeVisible();
  await visitor.finish();
  expect((await visitor.savedEntry('wizardEmotionalReset'))!['morningFeel']).toBe('rushed_or_chaotic');
});

test('after Back the chosen row gives way to another one while that is pressed', async ({ page }) => {
  const visitor = new Visitor(page);
  await visitor.open('/daily-emotional-reset');
  for (const nth of [0, 1]) await visitor.pass(nth);
  await visitor.back.click();
  const rows = page.getByRole('radio');
  await expect(rows.nth(1)).toBeChecked();
  const fills = () => rows.evaluateAll((all) => all.map((row) => getComputedStyle(row).backgroundColor));
  const [, chosen, plain] = await fills();
  expect(chosen).not.toBe(plain);
  await rows.first().hover();
  await page.mouse.down();
  const [pressed, former] = await fills();
  expect(former).toBe(plain);
  expect(pressed).not.toBe(plain);
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await expect.poll(async () => (await fills())[1]).toBe(chosen);
});

test("the browser's Back and Forward go one step each, also out of the results", async ({ page }) => {
  const visitor = new Visitor(page);
  await visitor.open('/daily-emotional-reset');
  for (const nth of [0, 1, 1]) await visitor.pass(nth);
  await page.goBack();
  await expect(page.getByText('3/16')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('2/16')).toBeVisible();
  await page.goForward();
  await expect(page.getByText('3/16')).toBeVisible();
  await visitor.finish();
  await page.goBack();
  await expect(page.getByText('16/16')).toBeVisible();
  await visitor.pass();
  await expect(page).toHaveURL(/\/results$/);
});

test('a reload goes on at the same step with the answers kept', async ({ page }) => {
  const visitor = new Visitor(page);
  await visitor.open('/daily-emotional-reset');
  for (const nth of [0, 3, 1, 2]) await visitor.pass(nth);
  await page.reload();
  await expect(page.getByText('5/16')).toBeVisible();
  await visitor.back.click();
  await expect(page.getByText('4/16')).toBeVisible();
  await expect(page.getByRole('radio').nth(2)).toBeChecked();
  await page.goForward();
  await expect(page.getByText('5/16')).toBeVisible();
  await visitor.finish();
  expect((await visitor.savedEntry('wizardEmotionalReset'))!['morningFeel']).toBe('tired_even_after_sleep');
});

test('a change of language in the middle keeps the place, and the next page load speaks it too', async ({ page }) => {
  const visitor = new Visitor(page);
  await visitor.open('/self-confidence');
  await visitor.pass();
  await visitor.pass(1);
  const [id, english] = [await visitor.stepId(), await visitor.heading.innerText()];
  await page.getByRole('link', { name: /Español|ES/ }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(visitor.heading).not.toHaveText(english);
  await expect(visitor.step).toHaveAttribute('data-step', id);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(visitor.step).toHaveAttribute('data-step', id);
});

test('a page that returns from the back/forward cache speaks the language chosen meanwhile', async ({ page }) => {
  const visitor = new Visitor(page);
  await visitor.open('/daily-emotional-reset');
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  await visitor.pass();
  await speak(page, 'es');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(visitor.step).toHaveAttribute('data-step', 'morning_feel');
  await expect(visitor.heading).toContainText('¿');
});

test('a visit goes on to its end after a change of language and after a tap on the logo', async ({ page }) => {
  const visitor = new Visitor(page);
  await visitor.open('/daily-emotional-reset');
  await visitor.pass();
  await page.getByRole('link', { name: /Español|ES/ }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await visitor.pass();
  await page.getByRole('banner').getByRole('link').first().click();
  await visitor.pass();
  await page.goBack();
  await expect(page.getByText('3/16')).toBeVisible();
  await visitor.finish();
  expect(Object.keys((await visitor.savedEntry('wizardEmotionalReset'))!)).toHaveLength(10);
});

test('Back from the results of a quiz that ends with a loader leads to its last question, and on from there', async ({
  page,
}) => {
  const visitor = new Visitor(page);
  await visitor.open('/self-confidence');
  const passed = await visitor.finish();
  const entries = await page.evaluate(() => history.length);
  await page.goBack();
  await expect(visitor.step).toHaveAttribute('data-step', passed.at(-2)!);
  await page.goBack();
  await expect(visitor.step).toHaveAttribute('data-step', passed.at(-3)!);
  await page.goForward();
  await expect(visitor.step).toHaveAttribute('data-step', passed.at(-2)!);
  expect(await page.evaluate(() => history.length)).toBe(entries);
});
