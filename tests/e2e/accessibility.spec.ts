import { expect, test, type Page } from '@playwright/test';
import { loadFunnels } from '../../scripts/build/load-site.ts';
import { everything, expectAccessible } from './expect-accessible.ts';
import { explore } from './places.ts';
import { speak } from './visitor.ts';

const { funnels } = loadFunnels({ funnelsDir: 'funnels', recordingsDir: 'content/recordings' });

type Place = ReturnType<typeof explore>['places'][number];
type Funnel = (typeof funnels)[number]['funnel'];

for (const locale of everything ? (['en', 'es'] as const) : (['en'] as const)) {
  // The colours are the same in both languages, and in all places of one kind: one of each in the dark is enough.
  const seen = new Set<string>();
  const check = (page: Page, where: string, kind = where) => {
    const isNew = locale === 'en' && !seen.has(kind);
    seen.add(kind);
    return expectAccessible(page, where, isNew ? ['light', 'dark'] : ['light']);
  };

  const known = new Set<string>();
  /** Each step's own story is looked at in Storybook, in both languages: here, within the whole page, one of each kind is enough. */
  const choosePlaces = ({ steps }: Funnel, places: readonly Place[]) =>
    places.filter(({ step }) => {
      const kind = kindOf(steps.find(({ id }) => id === step)!);
      const isNew = !known.has(kind);
      known.add(kind);
      return everything || isNew;
    });

  for (const [index, { funnel }] of funnels.entries()) {
    const { places, endings } = explore(funnel);
    const chosen = choosePlaces(funnel, places);
    const ends = everything ? endings : endings.slice(0, index === 0 ? 1 : 0);

    test(`the steps of ${funnel.id} are accessible in ${locale}`, async ({ page }) => {
      expect(places.map(({ step }) => step).sort()).toEqual(funnel.steps.map(({ id }) => id).sort());
      await speak(page, locale);
      await page.goto('/robots.txt');
      for (const { step, visit, seed } of chosen) {
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

    test(`the outcomes of ${funnel.id} have an accessible result and plan in ${locale}`, async ({ page }) => {
      expect(endings.map(({ outcome }) => outcome).sort()).toEqual(funnel.outcomes.map(({ id }) => id).sort());
      await speak(page, locale);
      await page.goto('/robots.txt');
      for (const { outcome, answers, input } of ends) {
        await page.evaluate(
          ([key, saved, last]) => {
            localStorage.setItem(key!, saved!);
            localStorage.setItem('lastQuiz', last!);
          },
          [funnel.storageKey, JSON.stringify(answers), JSON.stringify({ funnel: funnel.id, input })],
        );
        await page.goto('/results');
        await expect(page.locator('main h1:visible')).toBeVisible();
        await check(page, `results of ${outcome}`, 'results');
        await page.goto('/personalized-plan');
        await expect(page.locator('main h1:visible')).toBeVisible();
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
      await expect(page.locator('main h1:visible')).toBeVisible();
      await check(page, path);
    }
  });
}

/** What a step is built of: its type, and what its author has given it. */
function kindOf(step: Funnel['steps'][number]): string {
  const given = Object.entries(step).filter(([, value]) => value !== null && value !== false && String(value) !== '');
  return [step.type, ...given.map(([key]) => key).sort()].join(' ');
}
