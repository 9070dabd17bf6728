import { expect, test } from '@playwright/test';
import { caseFunnel } from './funnels-of-tests.ts';
import { slowSiteOf } from './slow-site.ts';
import { failOnErrors, Visitor } from './visitor.ts';

// A build takes long on a busy machine.
test.describe.configure({ mode: 'serial', timeout: 600_000 });

const site = await slowSiteOf(() => caseFunnel('blocks'));
const url = `${site.url}/blocks`;
test.beforeEach(() => site.sendScripts());

/** Goes through the quiz to its results; gives the ids of the steps that were shown, but for the loader's. */
async function walk(visitor: Visitor): Promise<readonly string[]> {
  const { page } = visitor;
  const shown: string[] = [];
  while (shown.at(-1) !== 'alarm') {
    const id = await visitor.stepId();
    shown.push(id);
    if (id !== 'bed') await visitor.pass();
    else {
      await page.getByRole('radio', { name: 'One' }).click();
      await page.getByRole('slider').press('ArrowRight');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(visitor.step).not.toHaveAttribute('data-step', 'bed');
    }
  }
  await page.waitForURL('**/results');
  return shown;
}

test('each visitor has an order of their own, which a reload and another try keep, and comes to a result', async ({
  browser,
}) => {
  const orders = new Set<string>();
  for (let number = 0; number < 4; number += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const errors = failOnErrors(page);
    const visitor = new Visitor(page);
    await visitor.open(url);
    const order = await walk(visitor);
    expect(order.slice(2, -1).toSorted()).toEqual(['bed', 'coffee', 'fact', 'screen']);
    await expect(visitor.heading).toHaveText('Calm');
    await visitor.open(url);
    await visitor.pass();
    await visitor.pass();
    await expect(visitor.step).toHaveAttribute('data-step', order[2]!);
    await page.reload();
    await expect(visitor.step).toHaveAttribute('data-step', order[2]!);
    await visitor.back.click();
    await expect(visitor.step).toHaveAttribute('data-step', 'who');
    orders.add(order.join());
    expect(errors).toEqual([]);
    await context.close();
  }
  expect(orders.size).toBeGreaterThan(1);
});
