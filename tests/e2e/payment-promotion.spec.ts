import { expect, type Page } from '@playwright/test';
import { siteLocales } from '../../engine/model.ts';
import { writeAmount } from '../../engine/shop/money.ts';
import { expectAccessible } from './expect-accessible.ts';
import { enterAsMember } from './member.ts';
import { test } from './network.ts';
import { addCode, addCoupon, expectSpokenAtStripe, PaymentVisitor } from './payment-visitor.ts';

for (const locale of siteLocales) {
  test(`a code that has run out changes nothing, and one that counts lowers what is paid in ${locale}`, async ({
    page,
    context,
  }) => {
    await enterAsMember(context, locale);
    const visitor = new PaymentVisitor(page, locale);
    const { promotion } = visitor.atStripe.checkout;
    await page.goto('/cabinet/payment');
    const [over, good] = [`OVER${Date.now()}`, `GOOD${Date.now()}`];
    const half = { percent_off: '50', duration: 'repeating', duration_in_months: '6' };
    const coupon = await addCoupon(page, half);
    await addCode(page, over, { coupon, expires_at: '1' });
    await addCode(page, good, { coupon });
    await visitor.goToStripe('three_months');
    const amountOf = (amount: number) => writeAmount({ amount, currency: 'USD' }, locale);

    await applyCode(page, promotion, over);
    await expect(page.getByRole('alert')).toHaveText(promotion.problems.expired);
    await expect(page.locator('.amount')).toHaveText(amountOf(2999));
    await expectAccessible(page, "Stripe's page with a code that has run out");
    await applyCode(page, promotion, good.toLowerCase());
    await expect(page.locator('.amount')).toHaveText(amountOf(1499));
    await expect(page.getByRole('button', { name: promotion.remove(good) })).toBeVisible();
    await expectSpokenAtStripe(page, locale);
    await visitor.pay();
    await visitor.expectPaid();

    await page.goto('/cabinet/profile');
    const plan = page.getByRole('region', { name: visitor.t('cabinet:profile.plan.title') });
    const renews = visitor.t('cabinet:profile.plan.renews_for', { date: '|', price: amountOf(1499) });
    await expect(plan.getByText(renews.split('|')[1]!)).toBeVisible();
  });
}

async function applyCode(
  page: Page,
  { label, apply }: PaymentVisitor['atStripe']['checkout']['promotion'],
  code: string,
) {
  await page.getByRole('textbox', { name: label }).fill(code);
  await page.getByRole('button', { name: apply }).click();
}
