import { expect, test, type Page } from '@playwright/test';
import { pickVariant } from '../../engine/run/variants.ts';
import { firstScreenFunnel } from './funnels-of-tests.ts';
import { type Seen, slowSiteOf, watchFrames } from './slow-site.ts';
import { failOnErrors } from './visitor.ts';

test.describe.configure({ mode: 'serial' });

const site = await slowSiteOf(firstScreenFunnel);
const url = `${site.url}/first-light`;
const opening = {
  name: 'opening',
  variants: [
    { name: 'plain', weight: 2 },
    { name: 'doctors', weight: 1 },
    { name: 'question', weight: 1 },
  ],
};
const firstSteps: Readonly<Record<string, string>> = {
  plain: 'plain_intro',
  doctors: 'doctors_intro',
  question: 'wake',
};

/** A seed that gets this variant. */
function seedOf(variant: string): string {
  for (let number = 0; ; number++) {
    if (pickVariant('first-light', opening, `visitor ${number}`) === variant) return `visitor ${number}`;
  }
}

/** By chance the browser would give these, one after the other, for names that get these variants. */
function chancesOf(...variants: readonly string[]): number[] {
  return variants.map((variant) => {
    for (let chance = 0; ; chance++) {
      const name = [chance, chance, chance, chance].join('-');
      if (pickVariant('first-light', opening, name) === variant) return chance;
    }
  });
}

/** Every frame with a step in it, of which a busy machine paints the first one late, has had this one in its place. */
async function expectOnly(step: string, seen: () => Promise<Seen>): Promise<void> {
  await expect.poll(async () => (await seen()).steps).toEqual([step]);
  expect((await seen()).shift).toBeLessThan(0.01);
}

/** Taps, lets the page's own script come, and waits until it has played the tap. */
async function goOn(page: Page, step: string): Promise<void> {
  const isQuestion = step === 'wake';
  await (isQuestion ? page.getByRole('radio').first() : page.getByRole('button', { name: 'Continue' })).click();
  site.sendScripts();
  await expect(page.locator('main [data-step]')).toHaveAttribute('data-step', isQuestion ? 'last' : 'wake');
}

for (const [variant, step] of Object.entries(firstSteps)) {
  test(`a visitor with the variant “${variant}” sees its first screen from the first paint on`, async ({ page }) => {
    const errors = failOnErrors(page);
    const seen = await watchFrames(page);
    await page.addInitScript((seed) => localStorage.setItem('visitorSeed', JSON.stringify(seed)), seedOf(variant));
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator('#site').waitFor({ state: 'attached' });

    await expectOnly(step, seen);
    await goOn(page, step);
    expect(errors).toEqual([]);
  });
}

test('a new visitor’s name is made before the first paint; where storage is off it is kept as long as the page stays', async ({
  page,
}) => {
  const errors = failOnErrors(page);
  const seen = await watchFrames(page);
  await page.addInitScript(
    (chances) => {
      Object.defineProperty(window, 'localStorage', { get: () => undefined });
      crypto.getRandomValues = <T>(array: T): T => (array as Uint32Array).fill(chances.shift() ?? 0) as T;
    },
    chancesOf('doctors', 'question'),
  );
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('#site').waitFor({ state: 'attached' });
  const heading = await page.locator('main h1:visible').elementHandle();
  site.sendScripts();
  await expect(page.locator('html[data-ready]')).toHaveCount(1);

  expect(await heading.evaluate((node) => node.isConnected), 'the HTML is taken over as it stands').toBe(true);
  await expectOnly('doctors_intro', seen);
  expect(errors).toEqual([]);
});
