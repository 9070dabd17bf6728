import { expect, test } from '@playwright/test';
import { fetched } from './network.ts';
import { Visitor } from './visitor.ts';

async function stepsLeft(visitor: Visitor): Promise<number> {
  const [current, final] = (await visitor.progress.innerText()).split('/').map(Number);
  return final! - current!;
}

test('results, plan and sign-up are there when they are asked for, while offline', async ({ page, context }) => {
  const visitor = new Visitor(page);
  await fetched(page, 'ResultsPage', async () => {
    await visitor.open('/daily-emotional-reset');
    while ((await stepsLeft(visitor)) > 3) await visitor.pass();
  });
  await context.setOffline(true);
  await visitor.finish();
  const goOn = page.getByRole('button', { name: 'See my plan' });
  await expect(goOn).toBeVisible();

  await context.setOffline(false);
  await fetched(page, 'PlanPage', () => page.reload());
  await context.setOffline(true);
  await goOn.click();
  const signUp = page.getByRole('button', { name: 'Get my plan' }).first();
  await expect(signUp).toBeVisible();

  await context.setOffline(false);
  await fetched(page, 'RegisterPage', () => page.reload());
  await context.setOffline(true);
  await page.getByRole('radio').first().check(); // until a plan has been seen, the button leads to them
  await signUp.click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
});
