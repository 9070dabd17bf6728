import { expect, test, type Page } from '@playwright/test';
import { pickVariant } from '../../engine/run/variants.ts';
import { caseFunnel } from './funnels-of-tests.ts';
import { slowSiteOf, watchFrames } from './slow-site.ts';
import { failOnErrors, Visitor } from './visitor.ts';

// A build takes long on a busy machine.
test.describe.configure({ mode: 'serial', timeout: 600_000 });

const site = await slowSiteOf(() => caseFunnel('price-words'));
const url = `${site.url}/price-words`;
const experiments = [
  { name: 'opening', variants: { plain: 50, bold: 50 } },
  { name: 'price', variants: { all: 40, monthly: 40, once: 20 } },
].map(({ name, variants }) => ({
  name,
  variants: Object.entries(variants).map(([variant, weight]) => ({ name: variant, weight })),
}));

/** Makes the page one of a visitor with these variants, of `opening` and of `price`. */
async function become(page: Page, ...variants: readonly [string, string]): Promise<void> {
  let seed = '';
  for (let number = 0; seed === ''; number++) {
    const name = `visitor ${number}`;
    if (experiments.every((each, at) => pickVariant('price-words', each, name) === variants[at])) seed = name;
  }
  await page.addInitScript((name) => localStorage.setItem('visitorSeed', JSON.stringify(name)), seed);
}

const openings = {
  en: { plain: ['How do your mornings begin?', 'Begin'], bold: ['You lose a night every week', 'Show me'] },
  es: { plain: ['¿Cómo empiezan tus mañanas?', 'Empezar'], bold: ['Pierdes una noche cada semana', 'Quiero verlo'] },
} as const;

for (const [locale, texts] of Object.entries(openings)) {
  for (const [variant, [title, button]] of Object.entries(texts)) {
    test(`in ${locale} a visitor with “${variant}” reads its texts from the first paint on, and no others`, async ({
      page,
    }) => {
      const errors = failOnErrors(page);
      const seen = await watchFrames(page);
      await become(page, variant, 'all');
      await page.goto(`${url}?locale=${locale}`, { waitUntil: 'commit' });
      await page.locator('#site').waitFor({ state: 'attached' });
      await expect.poll(async () => (await seen()).headings).toEqual([title]);
      expect((await seen()).shift).toBeLessThan(0.01);
      await page.getByRole('button', { name: button, exact: true }).click();
      site.sendScripts();
      await expect(page.locator('main [data-step]')).toHaveAttribute(
        'data-step',
        variant === 'bold' ? 'hours' : 'wake',
      );
      expect(errors).toEqual([]);
    });
  }
}

test('a bold visitor who can buy once comes to “tired” in English, and reads the texts of both on the way', async ({
  page,
}) => {
  site.sendScripts();
  const errors = failOnErrors(page);
  const visitor = new Visitor(page);
  await become(page, 'bold', 'once');
  await visitor.open(url);
  await visitor.pass();
  await expect(page.getByText('hardly')).toBeVisible();
  await visitor.pass();
  await page.getByRole('radio', { name: 'As if I had not slept' }).click();
  await expect(page.getByText('You said: “As if I had not slept”.')).toBeVisible();
  await expect(page.getByText('You pay once and keep every session.')).toBeVisible();
  await visitor.pass();
  await expect(visitor.heading).toHaveText('What is it worth once?');
  await visitor.back.click();
  await expect(page.getByText('You pay once and keep every session.')).toBeVisible();
  await visitor.pass();
  await page.getByRole('radio', { name: /Whatever it takes.*ten books/s }).click();
  await visitor.finish();
  await expect(visitor.heading).toHaveText(/^\d+ hours are not enough$/);
  await expect(page.getByText('You wake up like this: As if I had not slept.')).toBeVisible();
  await page.reload();
  await expect(visitor.heading).toHaveText(/^\d+ hours are not enough$/);
  await page.goto(`${site.url}/personalized-plan`);
  await expect(page.getByRole('heading', { name: 'Your sessions for good' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('a plain visitor who can buy a month comes to “fine” in Spanish', async ({ page }) => {
  site.sendScripts();
  const errors = failOnErrors(page);
  const visitor = new Visitor(page);
  await become(page, 'plain', 'monthly');
  await visitor.open(`${url}?locale=es`);
  await visitor.pass();
  await page.getByRole('radio', { name: 'Con prisa' }).click();
  await expect(visitor.heading).toHaveText('¿Cuánto vale al mes?');
  await page.getByRole('radio', { name: /Un poco.*un café al mes/s }).click();
  await visitor.finish();
  await expect(visitor.heading).toHaveText('Tus noches están bien');
  await expect(page.getByText('Dijiste: «con prisas».')).toBeVisible();
  await expect(page.getByText('Mes a mes')).toBeVisible();
  expect(errors).toEqual([]);
});
