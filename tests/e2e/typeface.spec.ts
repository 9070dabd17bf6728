import { expect, test, type Page } from '@playwright/test';
import { quizzes } from './quizzes.ts';
import { speak, Visitor } from './visitor.ts';
import { withResolvers } from '../harness/with-resolvers.ts';

/** In the page: whether its text is painted in the brand's typeface. */
const isBranded = (page: Page) =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')!;
    const widthIn = (family: string) => {
      pen.font = `99px ${family}`;
      return pen.measureText('mountains').width;
    };
    return widthIn('Figtree, monospace') !== widthIn('monospace');
  });

/** In the page: notes when the site has its typeface in its hands, and has decided when to show it. */
function noteArrival(): void {
  window.FontFace = class extends FontFace {
    override load(): Promise<FontFace> {
      const loading = super.load();
      void loading.then(() => setTimeout(() => Object.assign(window, { hasArrived: true })));
      return loading;
    }
  };
}

/** The typeface is here: the site has it, or the browser by itself. */
const untilHere = (page: Page) =>
  expect
    .poll(async () => (await isBranded(page)) || page.evaluate(() => (window as { hasArrived?: true }).hasArrived))
    .toBe(true);

interface Shift {
  readonly value: number;
  /** The visitor has just tapped, and expects a change. */
  readonly hadRecentInput: boolean;
}

/** In the page: adds up what moves by itself. */
function addUpShifts(): void {
  const shifts = { sum: 0 };
  Object.assign(window, { shifts });
  const add = (list: PerformanceObserverEntryList) => {
    for (const { value, hadRecentInput } of list.getEntries() as unknown as Shift[])
      if (!hadRecentInput) shifts.sum += value;
  };
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
}

/** Opens the page on a first visit, in which the typeface comes when it is let go. */
async function openBeforeTypeface(page: Page, path: string) {
  const { promise: released, resolve: letGo } = withResolvers();
  let asked = 0;
  await page.route('**/*.woff2', async (route) => {
    asked++;
    await released;
    await route.continue();
  });
  await page.addInitScript(addUpShifts);
  await page.addInitScript(noteArrival);
  await page.goto(path, { waitUntil: 'commit' }); // the font is part of the load
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  expect(await isBranded(page)).toBe(false);
  return {
    arrive: async () => {
      letGo();
      await untilHere(page);
    },
    shifts: () =>
      page.evaluate(async () => {
        // What shifts is reported after the paint that shows it.
        await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 20)));
        return (window as unknown as { shifts: { sum: number } }).shifts.sum;
      }),
    asked: () => asked,
  };
}

for (const locale of ['en', 'es'])
  for (const { path } of quizzes)
    test(`the typeface of a first visit is shown on ${path} (${locale}) as soon as it is here, and nothing moves`, async ({
      page,
    }) => {
      await speak(page, locale);
      const { arrive, shifts, asked } = await openBeforeTypeface(page, path);
      await arrive();
      await expect.poll(() => isBranded(page)).toBe(true);
      expect(await shifts()).toBeLessThan(0.001);
      expect(asked()).toBe(1);
    });

test('where the typeface would move what is read, it is shown with the next step', async ({ page }) => {
  await page.addInitScript(() =>
    new MutationObserver(() =>
      document.documentElement?.style.setProperty('--font-family', 'Figtree, monospace'),
    ).observe(document, { childList: true }),
  );
  const visitor = new Visitor(page);
  const { arrive, shifts } = await openBeforeTypeface(page, '/daily-emotional-reset');
  await arrive();
  expect(await isBranded(page), 'nothing changes while it is read').toBe(false);
  await visitor.pass();
  await expect.poll(() => isBranded(page)).toBe(true);
  await visitor.pass();
  expect(await shifts()).toBeLessThan(0.001);
});

test('a later visit is painted in it from the beginning', async ({ page }) => {
  await page.addInitScript(noteArrival);
  await page.goto('/daily-emotional-reset');
  await untilHere(page);
  // A browser waits a tenth of a second for it, which is too short now and then where the machine is busy.
  await expect(async () => {
    await page.goto('/self-confidence');
    expect(await isBranded(page)).toBe(true);
  }).toPass();
});

test('a page that follows another is painted in it too', async ({ page }) => {
  await page.addInitScript(noteArrival);
  await page.goto('/login');
  await untilHere(page);
  await page.getByRole('link', { name: /Forgot/ }).click();
  await expect(page.locator('h1')).toHaveText('Forgot your password?');
  expect(await isBranded(page)).toBe(true);
});
