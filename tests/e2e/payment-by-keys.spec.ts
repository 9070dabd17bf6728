import { expect, test } from '@playwright/test';
import { enterAsMember } from './member.ts';
import { cards, PaymentVisitor } from './payment-visitor.ts';
import { tabTo } from './visitor.ts';

test('a plan can be chosen and paid with the keyboard alone', async ({ page, context }) => {
  await enterAsMember(context);
  const visitor = new PaymentVisitor(page);
  await page.goto('/cabinet/payment');
  await expect(visitor.goOn).toBeEnabled();
  await tabTo(page, '[type="radio"]');
  await page.keyboard.press('ArrowDown');
  await expect(visitor.plan('lifetime')).toBeChecked();
  await expect(visitor.plan('lifetime')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(visitor.goOn).toBeFocused();
  await page.keyboard.press('Enter');

  await visitor.expectStripe('lifetime');
  for (const [field, value] of Object.entries({ number: cards.pays, expiry: '12 / 50', cvc: '123' })) {
    await tabTo(page, `#${field}`);
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Enter');
  await visitor.expectPaid();
  await expect(visitor.heading('cabinet:payment.paid.title')).toBeFocused();
  await expect(page.getByRole('button', { name: /^Play, / })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Play, / }), 'what to begin with is a tap away').toBeFocused();
  await page.keyboard.press('Tab');
  await expect(visitor.toSessions).toBeFocused();
  await page.keyboard.press('Enter');
  await visitor.expectPath('/cabinet/sessions');
});
