import { expect, test } from '@playwright/test';
import { siteLocales } from '../../engine/model.ts';
import { writeAmount } from '../../engine/shop/money.ts';
import { expectAccessible } from './expect-accessible.ts';
import { enterAsMember, openRow } from './member.ts';
import { addCoupon, buyPlan, cancelOffer, cards, expectSpokenAtStripe, PaymentVisitor } from './payment-visitor.ts';

for (const locale of siteLocales) {
  test(`plan, card and details are changed on Stripe's pages, and a member who cancels can stay for less in ${locale}`, async ({
    page,
  }) => {
    await enterAsMember(page.context(), locale);
    await buyPlan(page.context(), 'basic');
    const visitor = new PaymentVisitor(page, locale);
    const { t, atStripe } = visitor;
    const { portal, authentication } = atStripe;
    await page.goto('/cabinet/profile');
    const plan = page.getByRole('region', { name: t('cabinet:profile.plan.title'), exact: true });
    await visitor.inPortal(
      plan.getByRole('button', { name: t('cabinet:profile.plan.change') }),
      new RegExp(`^${portal.change(locale === 'es' ? '3 meses' : '3 months', '|').split('|')[0]}`),
    );
    const name = t('cabinet:profile.plan.names.three_months');
    await expect(plan.getByRole('heading', { level: 4, name })).toBeVisible();
    await expectAccessible(page, 'the profile');

    await openRow(page, t('cabinet:profile.plan.billing'));
    await page.getByRole('button', { name: t('cabinet:profile.plan.portal') }).click();
    await expect(page.getByRole('link', { name: atStripe.document.invoice('') })).toHaveCount(2);
    await page.getByRole('link', { name: portal.newCard }).click();
    const save = async (card: string) => {
      await visitor.fillCard(card);
      await page.getByRole('button', { name: portal.saveCard }).click();
    };
    await test.step('a card that its bank does not confirm leaves the old one', async () => {
      await save(cards.asks);
      await page.getByRole('button', { name: authentication.refuse }).click();
      await expect(page.getByRole('alert')).not.toBeEmpty();
      await page.getByRole('link', { name: atStripe.back }).click();
      await expect(page.getByText('visa •••• 4242')).toBeVisible();
    });
    await test.step('another one takes its place', async () => {
      await page.getByRole('link', { name: portal.newCard }).click();
      await save(cards.asks);
      await page.getByRole('button', { name: authentication.confirm }).click();
      await expect(page.getByText('visa •••• 3155')).toBeVisible();
    });
    await test.step('a wrong tax number is said so, and a right one is kept', async () => {
      const number = page.getByRole('textbox', { name: portal.details.number });
      await page.getByRole('combobox', { name: portal.details.kind }).selectOption('eu_vat');
      await number.fill('12');
      await page.getByRole('button', { name: portal.details.save }).click();
      await expect(number).toHaveAttribute('aria-invalid', 'true');
      await expectAccessible(page, 'the portal with a wrong tax number');
      await number.fill('ESB12345678');
      await page.getByRole('button', { name: portal.details.save }).click();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(number).toHaveValue('ESB12345678');
    });
    await expectSpokenAtStripe(page, locale);
    await page.getByRole('link', { name: atStripe.back }).click();

    await addCoupon(page, { id: cancelOffer, percent_off: '40' });
    const cancel = plan.getByRole('button', { name: t('cabinet:profile.plan.cancel') });
    await visitor.inPortal(cancel, portal.offer.accept);
    await expect(plan.getByText(writeAmount({ amount: 1799, currency: 'USD' }, locale))).toBeVisible();
    await expectAccessible(page, 'the profile of a member who has stayed');
  });
}
