import { expect, type Page } from '@playwright/test';
import type { PageEvent } from '../../engine/run/page-log.ts';
import { readPages } from '../../engine/replay/read-pages.ts';
import { realFunnel } from '../engine/author/real-funnels.ts';
import type { Batch } from '../../web/analytics/own-events.ts';
import { holdScripts, openHeld, test } from './network.ts';
import { failOnErrors, Visitor } from './visitor.ts';

const quiz = '/daily-emotional-reset';

async function openPreloaded(page: Page, path = quiz) {
  const errors = failOnErrors(page);
  const release = await holdScripts(page);
  await openHeld(page, path);
  const visitor = new Visitor(page);
  await visitor.heading.waitFor();
  const isOn = (step: string, progress: string) =>
    Promise.all([
      expect(visitor.step).toHaveAttribute('data-step', step),
      expect(visitor.step.getByText(progress)).toBeVisible(),
    ]);
  const goOn = () => page.locator('[data-tap=next]').click();
  return { errors, release, visitor, isOn, goOn };
}

/** By the browser's own buttons; `page.goBack` would wait for the scripts that are held. */
const go = (page: Page, steps: number) => page.evaluate((by) => history.go(by), steps);
/** The page's own script is at work. */
const ready = (page: Page) => expect(page.locator('html[data-ready]')).toHaveCount(1);

test('the first steps answer taps before the script has come, and the script takes over where the visitor is', async ({
  page,
}) => {
  const { errors, release, visitor, isOn, goOn } = await openPreloaded(page);
  await goOn();
  await isOn('morning_feel', '2/16');
  await expect(visitor.heading).toBeFocused();
  await expect(visitor.step.getByRole('status')).toHaveText('Step 2 of 16');
  await page.getByRole('radio').nth(1).click();
  await isOn('inner_voice', '3/16');
  const heading = await visitor.heading.elementHandle();
  await page.evaluate(() => {
    const shift = { sum: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number }[]) shift.sum += entry.value;
    }).observe({ type: 'layout-shift' });
    Object.assign(window, { shift });
  });

  release();
  await ready(page);
  await isOn('inner_voice', '3/16');
  expect(await heading.evaluate((node) => node.isConnected && node === document.activeElement)).toBe(true);
  expect(await page.evaluate(() => (window as unknown as { shift: { sum: number } }).shift.sum)).toBe(0);
  expect(await visitor.savedEntry('visit:daily-emotional-reset')).toMatchObject({
    at: 'inner_voice',
    answers: { morningFeel: 'empty_or_meaningless' },
    counter: 1,
    goals: ['wizard_start_reset', 'wizard_second_step_passed'],
  });
  await visitor.back.click();
  await isOn('morning_feel', '2/16');
  await expect(page.getByRole('radio', { checked: true })).toHaveText(/empty|meaningless/i);
  await go(page, -1);
  await isOn('welcome', '1/16');
  await go(page, 1);
  await isOn('morning_feel', '2/16');
  await go(page, 1);
  await isOn('inner_voice', '3/16');
  expect(errors).toEqual([]);
});

test('Back works before the script has come, and shows what was chosen', async ({ page }) => {
  const { errors, release, visitor, isOn, goOn } = await openPreloaded(page);
  await goOn();
  await page.getByRole('radio').nth(2).click();
  await visitor.back.click();
  await isOn('morning_feel', '2/16');
  await expect(page.getByRole('radio').nth(2)).toBeChecked();
  await go(page, -1);
  await isOn('welcome', '1/16');
  await expect(visitor.back).toHaveCount(0);
  await go(page, 1);
  await isOn('morning_feel', '2/16');
  await page.getByRole('radio').nth(0).click();
  await isOn('inner_voice', '3/16');
  await go(page, -1);
  release();
  await ready(page);
  await isOn('morning_feel', '2/16');
  await expect(page.getByRole('radio').nth(0)).toBeChecked();
  expect(await visitor.savedEntry('visit:daily-emotional-reset')).toMatchObject({ at: 'morning_feel', counter: 0 });
  await go(page, 1);
  await isOn('inner_voice', '3/16');
  expect(errors).toEqual([]);
});

test('a choice that leads to a step the page does not hold is shown, and waits for the script', async ({ page }) => {
  const { errors, release, visitor, isOn, goOn } = await openPreloaded(page);
  await goOn();
  for (let time = 0; time < 2; time += 1) await page.getByRole('radio').first().click({ delay: 20 });
  await isOn('love_to_feel', '4/16');
  await page.getByRole('radio').nth(3).click();
  await page.getByRole('radio').nth(1).click(); // the first choice has been made already
  await isOn('love_to_feel', '4/16');
  await expect(page.getByRole('radio').nth(3)).toBeChecked();
  release();
  await isOn('voice_can_change', '5/16');
  await expect
    .poll(() => visitor.savedEntry('visit:daily-emotional-reset'))
    .toMatchObject({ answers: { loveToFeel: 'inner_peace' }, counter: 3 });
  expect(errors).toEqual([]);
});

test('a reload before the script has come loses nothing', async ({ page }) => {
  const { errors, release, visitor, isOn, goOn } = await openPreloaded(page);
  await goOn();
  await page.getByRole('radio').nth(4).click();
  await isOn('inner_voice', '3/16');
  await page.reload({ waitUntil: 'commit' });
  await isOn('inner_voice', '3/16');
  await go(page, -1);
  await isOn('morning_feel', '2/16');
  await expect(page.getByRole('radio').nth(4)).toBeChecked();
  release();
  await ready(page);
  await isOn('morning_feel', '2/16');
  await expect(page.getByRole('radio').nth(4)).toBeChecked();
  await page.reload();
  await isOn('morning_feel', '2/16');
  await visitor.back.click();
  await isOn('welcome', '1/16');
  expect(errors).toEqual([]);
});

test('the keyboard alone is enough before the script has come', async ({ page }) => {
  const { errors, release, visitor, isOn } = await openPreloaded(page);
  await page.getByRole('button', { name: 'Continue' }).focus();
  await page.keyboard.press('Enter');
  await isOn('morning_feel', '2/16');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio').nth(2)).toBeFocused();
  await page.keyboard.press('Space');
  await isOn('inner_voice', '3/16');
  await page.keyboard.press('2');
  await isOn('love_to_feel', '4/16');
  release();
  await ready(page);
  await page.keyboard.press('3');
  await isOn('voice_can_change', '5/16');
  expect(await visitor.savedEntry('visit:daily-emotional-reset')).toMatchObject({
    answers: { morningFeel: 'heavy_with_dread', innerVoice: 'doubtful_or_fearful', loveToFeel: 'confidence' },
  });
  expect(errors).toEqual([]);
});

test('an answer leads to the step that its branch begins with', async ({ page }) => {
  const { release, isOn, goOn } = await openPreloaded(page, '/sleep-issues');
  await goOn();
  await page.getByRole('radio').nth(4).click();
  await isOn('shift_pattern', '3/15');
  await go(page, -1);
  await page.getByRole('radio').nth(0).click();
  await isOn('awake_for', '3/16');
  release();
  await ready(page);
  await isOn('awake_for', '3/16');
});

/** Taps whatever can be tapped at a place drawn by chance, every 50 ms for 3 s, and notes on which step it was. */
function tapWildly(page: Page, seed: number) {
  return page.evaluate(async (first) => {
    const taps: [step: string, value: string | undefined][] = [];
    let state = first;
    const draw = (below: number) => {
      state = (state * 48271) % 2147483647;
      return state % below;
    };
    const until = performance.now() + 3_000;
    while (performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const on = document.querySelector<HTMLElement>('[data-step]');
      const all = [...(on?.querySelectorAll<HTMLElement>('section [data-tap]') ?? [])];
      const one = all[draw(all.length || 1)];
      if (!one) continue;
      taps.push([on!.dataset['step']!, one.dataset['value']]);
      one.click();
    }
    return taps;
  }, seed);
}

for (const [seed, wait] of [
  [99, 900],
  [1234, 2_200],
] as const) {
  test(`taps every 50 ms while the script comes after ${wait} ms count as those of a slow visitor`, async ({
    page,
  }) => {
    const { errors, release, visitor } = await openPreloaded(page);
    const batches: Batch[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/events/')) batches.push(request.postDataJSON() as Batch);
    });
    setTimeout(release, wait);
    const taps = await tapWildly(page, seed);
    await ready(page);

    // Of the taps on a step, the first is what leads on from it; the steps come in the funnel's order.
    const firsts = new Map<string, string | undefined>();
    for (const [step, value] of taps) if (!firsts.has(step)) firsts.set(step, value);
    const { funnel } = realFunnel('daily-emotional-reset');
    const steps = [...firsts.keys()];
    expect(steps).toEqual(funnel.steps.slice(0, steps.length).map(({ id }) => id));

    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
    const saved = (await visitor.savedEntry('visit:daily-emotional-reset'))!;
    const asked = funnel.steps.filter((step) => 'field' in step && firsts.has(step.id)) as {
      id: string;
      field: string;
    }[];
    expect(saved['answers']).toEqual(Object.fromEntries(asked.map(({ id, field }) => [field, firsts.get(id)])));
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /start-/.test(name))))
      .toBe(true);
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true });
      dispatchEvent(new Event('visibilitychange'));
    });
    const events = () => batches.flatMap((batch) => batch.events) as unknown as PageEvent[];
    const leftBy = () => events().filter(([, kind]) => kind === 'next' || kind === 'answer');
    await expect
      .poll(() => leftBy().map(([, , step, value]) => [step, value]))
      .toEqual([...firsts].map(([step, value]) => [step, value]));
    const log = { page: batches[0]!.page, events: events() };
    const left = leftBy();
    expect(left.map(([at]) => at)).toEqual(left.map(([at]) => at).toSorted((a, b) => a - b));
    expect(readPages(() => funnel, [log]).readable).toBe(true);
    expect(errors).toEqual([]);
  });
}
