import { expect, type Page } from '@playwright/test';
import { explore } from './places.ts';
import { enterAsMember, openRows, test } from './member.ts';
import { buyPlan } from './payment-visitor.ts';
import { realFunnels } from '../engine/author/real-funnels.ts';
import { speak } from './visitor.ts';
import { withResolvers } from '../harness/with-resolvers.ts';

test.use({ viewport: { width: 320, height: 640 } });

/** Sets the browser's letters to 200 %, as its settings do. */
async function enlargeText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

/** The page is there, its letters are large, nothing in it is wider than the screen, and no text stands in a strip. */
async function expectToFit(page: Page, where: string): Promise<void> {
  await expect(page.locator('main h1:visible')).toBeVisible();
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  const { letters, width, strips } = await page.evaluate(() => {
    const texts = [...document.body.querySelectorAll('*')].filter((each) => {
      const { width, height } = each.getBoundingClientRect();
      return (
        width < 96 &&
        height > 320 &&
        !each.closest('.unseen') &&
        [...each.childNodes].some((node) => node.nodeType === 3 && (node.textContent ?? '').length > 20)
      );
    });
    return {
      letters: getComputedStyle(document.documentElement).fontSize,
      width: document.documentElement.scrollWidth,
      strips: texts.map(({ textContent }) => textContent),
    };
  });
  expect(letters).toBe('32px');
  expect.soft(width, where).toBe(320);
  expect.soft(strips, where).toEqual([]);
}

test.beforeEach(async ({ page }) => enlargeText(page));

for (const locale of ['en', 'es'] as const) {
  test(`with the browser's letters at 200 % steps of all kinds and results fit on a small phone, in ${locale}`, async ({
    page,
  }) => {
    await speak(page, locale);
    await page.goto('/robots.txt');
    const save = (entries: Record<string, unknown>) =>
      page.evaluate((all) => {
        for (const [key, value] of Object.entries(all)) localStorage.setItem(key, JSON.stringify(value));
      }, entries);
    const kinds = new Set<string>();
    for (const { funnel } of realFunnels()) {
      const { places, endings } = explore(funnel);
      for (const { step, visit, seed } of places) {
        const { type, ...own } = funnel.steps.find(({ id }) => id === step)!;
        const kind = `${type} ${'input' in own ? own.input : ''}`;
        if (kinds.has(kind)) continue;
        kinds.add(kind);
        await save({ [`visit:${funnel.id}`]: visit, visitorSeed: seed });
        await page.goto(funnel.path);
        await expect(page.locator(`main [data-step="${step}"]`)).toBeVisible();
        await expectToFit(page, step);
      }
      for (const { outcome, answers, input } of endings.slice(0, 1)) {
        await save({ [funnel.storageKey]: answers, lastQuiz: { funnel: funnel.id, input } });
        await page.goto('/results');
        await expectToFit(page, outcome);
      }
    }
    for (const path of ['/personalized-plan', '/wizard-register']) {
      await page.goto(path);
      await expectToFit(page, path);
    }
  });

  test(`with the browser's letters at 200 % all other pages fit on a small phone, in ${locale}`, async ({
    page,
    context,
  }) => {
    await speak(page, locale);
    for (const path of ['/login', '/register', '/forgot-password', '/reset-password/1/2', '/verify-email/1/2']) {
      await page.goto(path);
      await expectToFit(page, path);
    }
    for (const path of ['/terms-of-service', '/privacy-policy', '/no-such-page']) {
      await page.goto(path);
      await expectToFit(page, path);
    }
    await enterAsMember(context, locale);
    for (const path of ['/cabinet/payment', '/cabinet/payment-error']) {
      await page.goto(path);
      await expectToFit(page, path);
    }
    await buyPlan(context, 'basic');
    for (const path of ['/cabinet/sessions', '/cabinet/dashboard', '/cabinet/profile', '/cabinet/payment']) {
      const { promise: held, resolve: send } = withResolvers();
      await page.route('**/v1/{payments,content,dashboard}/**', (route) => held.then(() => route.continue()));
      await page.goto(path);
      await expectToFit(page, `${path}, while it waits`);
      send();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      await expectToFit(page, path);
      if (path === '/cabinet/profile') {
        await openRows(page);
        await expectToFit(page, `${path}, with its rows open`);
      }
      await page.unroute('**/v1/{payments,content,dashboard}/**');
    }
    await page.goto('/cabinet/dashboard');
    await page.locator('main button').first().click();
    const player = page.getByRole('dialog');
    await expect(player).toBeVisible();
    const overflow = () => player.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(await overflow(), 'the player').toBe(0);
  });
}
