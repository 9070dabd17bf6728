import { expect, test, type Page } from '@playwright/test';
import { loadFunnels } from '../../scripts/load-site.ts';
import { expectAccessible } from './expect-accessible.ts';
import { explore } from './places.ts';
import { speak } from './visitor.ts';

const { funnels } = loadFunnels('funnels');

for (const locale of ['en', 'es'] as const) {
  // The colours are the same in both languages, and in all places of one kind: one of each in the dark is enough.
  const seen = new Set<string>();
  const check = (page: Page, where: string, kind = where) => {
    const isNew = locale === 'en' && !seen.has(kind);
    seen.add(kind);
    return expectAccessible(page, where, isNew ? ['light', 'dark'] : ['light']);
  };

  // Steps and outcomes are built alike in every quiz: in Spanish, one of them shows whether longer words break anything.
  for (const { funnel } of locale === 'en' ? funnels : funnels.slice(0, 1)) {
    const { places, endings } = explore(funnel);

    test(`every step of ${funnel.id} is accessible in ${locale}`, async ({ page }) => {
      test.setTimeout(180_000);
      expect(places.map(({ step }) => step).sort()).toEqual(funnel.steps.map(({ id }) => id).sort());
      await speak(page, locale);
      await page.goto('/robots.txt');
      for (const { step, visit, seed } of places) {
        await page.evaluate(
          ([key, saved, visitorSeed]) => {
            localStorage.setItem(key!, saved!);
            localStorage.setItem('visitorSeed', visitorSeed!);
          },
          [`visit:${funnel.id}`, JSON.stringify(visit), JSON.stringify(seed)],
        );
        await page.goto(funnel.path);
        await expect(page.locator(`main [data-step="${step}"]`)).toBeVisible();
        await check(page, step, funnel.steps.find(({ id }) => id === step)!.type);
      }
    });

    test(`every outcome of ${funnel.id} has an accessible result and plan in ${locale}`, async ({ page }) => {
      expect(endings.map(({ outcome }) => outcome).sort()).toEqual(funnel.outcomes.map(({ id }) => id).sort());
      await speak(page, locale);
      await page.goto('/robots.txt');
      for (const { outcome, answers, input } of endings) {
        await page.evaluate(
          ([key, saved, last]) => {
            localStorage.setItem(key!, saved!);
            localStorage.setItem('lastQuiz', last!);
          },
          [funnel.storageKey, JSON.stringify(answers), JSON.stringify({ funnel: funnel.id, input })],
        );
        await page.goto('/results');
        await expect(page.locator('main h1')).toBeVisible();
        await check(page, `results of ${outcome}`, 'results');
        await page.goto('/personalized-plan');
        await expect(page.locator('main h1')).toBeVisible();
        await check(page, `plan of ${outcome}`, 'plan');
      }
    });
  }

  test(`the other public pages are accessible in ${locale}`, async ({ page }) => {
    await speak(page, locale);
    for (const path of [
      '/terms-of-service',
      '/privacy-policy',
      '/login',
      '/register',
      '/wizard-register',
      '/forgot-password',
      '/reset-password/-/-',
      '/verify-email/-/-',
      '/no-such-page',
    ]) {
      await page.goto(path);
      await expect(page.locator('main h1')).toBeVisible();
      await check(page, path);
    }
  });
}
