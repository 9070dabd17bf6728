import { expect, type Locator, type Page } from '@playwright/test';
import type { TFunction } from 'i18next';
import { words } from '../../scripts/stripe-stand-in/pages/words.ts';
import type { PageWords } from '../../scripts/stripe-stand-in/pages/words.ts';
import type { PlanId } from '../../schemas/api/payments.ts';
import type { Language } from '../../schemas/api/values.ts';
import { speaker } from './speaker.ts';

/** Cards that a bank has an answer for. */
export const cards = { pays: '4242 4242 4242 4242', declined: '4000 0000 0000 0002' } as const;

/** Somebody who pays: what they can see and do at the payment and on Stripe's page, by its words in one language. */
export class PaymentVisitor {
  readonly page: Page;
  readonly t: TFunction;
  /** What Stripe's page says. */
  readonly atStripe: PageWords;

  constructor(page: Page, locale: Language = 'en') {
    this.page = page;
    this.t = speaker(locale);
    this.atStripe = words[locale];
  }

  /** The main heading with these words. */
  heading(key: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: this.t(key) });
  }

  plan(id: PlanId): Locator {
    return this.page.getByRole('radio', { name: this.t(`plan:plans.${id}.name`) });
  }

  /** The button that leads to Stripe's page. */
  get goOn(): Locator {
    return this.page.getByRole('button', { name: this.t('cabinet:payment.go', { price: '' }).trim() });
  }

  get toSessions(): Locator {
    return this.page.getByRole('link', { name: this.t('cabinet:payment.sessions'), exact: true });
  }

  /** The payment page is there, and Stripe's page too once the plan was chosen. */
  async goToStripe(plan: PlanId): Promise<void> {
    await this.plan(plan).check();
    await this.goOn.click();
    await this.expectStripe(plan);
  }

  /** Stripe's page of this plan. */
  async expectStripe(plan: PlanId): Promise<void> {
    await this.page.waitForURL(/\/dev\/stripe\/checkout\//);
    await expect(this.page.locator('h1')).toContainText(planNames[plan]);
  }

  /** Fills in the form of Stripe's page, and sends it. */
  async pay(card: string = cards.pays): Promise<void> {
    await this.fillCard(card);
    await this.page.getByRole('button', { name: this.atStripe.card.pay('').trim() }).click();
  }

  async fillCard(card: string = cards.pays): Promise<void> {
    const { number, expiry, cvc } = this.atStripe.card;
    await this.page.getByRole('textbox', { name: number }).fill(card);
    await this.page.getByRole('textbox', { name: expiry }).fill('12 / 50');
    await this.page.getByRole('textbox', { name: cvc }).fill('123');
  }

  /** Removes the account on the payment page, for who has no access to the profile. */
  async removeAccount(password: string): Promise<void> {
    const { page, t } = this;
    await page.getByText(t('cabinet:payment.account'), { exact: true }).click();
    await page.getByRole('button', { name: t('cabinet:profile.remove.open') }).click();
    await page.getByRole('textbox', { name: t('cabinet:profile.remove.password') }).fill(password);
    await page.getByRole('button', { name: t('cabinet:profile.remove.confirm') }).click();
    await expect(page).toHaveURL((url) => !url.pathname.startsWith('/cabinet'));
  }

  /** The payment is confirmed, and its address gone. */
  async expectPaid(): Promise<void> {
    await expect(this.heading('cabinet:payment.paid.title')).toBeVisible({ timeout: 15_000 });
    await expect(this.page).toHaveURL(/\/cabinet\/payment$/);
  }

  /** The page at this path is shown in the end. */
  async expectPath(path: string): Promise<void> {
    await expect(this.page.locator('main h1')).toBeVisible();
    await expect(this.page).toHaveURL((url) => url.pathname === path);
  }
}

/** What Stripe's page calls the plans, in any language. */
const planNames: Readonly<Record<PlanId, string | RegExp>> = {
  basic: /Basic/,
  three_months: /3 months/,
  lifetime: /Lifetime/,
};
