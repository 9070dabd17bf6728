import { expect, test, type Page } from '@playwright/test';
import { pickVariant } from '../../engine/run/variants.ts';
import { caseFunnel } from './funnels-of-tests.ts';
import { slowSiteOf, watchFrames } from './slow-site.ts';
import { failOnErrors, Visitor } from './visitor.ts';

// A build takes long on a busy machine.
test.describe.configure({ mode: 'serial', timeout: 600_000 });

const site = await slowSiteOf(() => caseFunnel('from-address'));
const url = `${site.url}/from-address`;
const experiment = { name: 'opening', variants: ['plain', 'bold'].map((name) => ({ name, weight: 50 })) };

/** Makes the page one of a visitor with this variant. */
async function become(page: Page, variant: string): Promise<void> {
  let number = 0;
  while (pickVariant('from-address', experiment, `visitor ${number}`) !== variant) number++;
  await page.addInitScript((name) => localStorage.setItem('visitorSeed', JSON.stringify(name)), `visitor ${number}`);
}

/** All that is stored in this browser, but for what the quiz stores of the address itself. */
const storedElsewhere = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify(
      Object.entries({ ...localStorage, ...sessionStorage }).filter(([key]) => !key.startsWith('address:')),
    ),
  );

const openings = [
  ['en', 'plain', "How do you sleep, Zoë O'Neil?", "Zoë O'Neil are no wrong answers."],
  ['en', 'bold', "Zoë O'Neil, every week you lose a night", "Zoë O'Neil are no wrong answers."],
  ['es', 'plain', "Zoë O'Neil, ¿cómo duermes?", "Zoë O'Neil: no hay respuestas malas."],
  ['es', 'bold', "Zoë O'Neil, cada semana pierdes una noche", "Zoë O'Neil: no hay respuestas malas."],
] as const;

for (const [locale, variant, title, body] of openings) {
  test(`in ${locale} a visitor with “${variant}” reads the name in the address from the first paint on`, async ({
    page,
  }) => {
    const errors = failOnErrors(page);
    const seen = await watchFrames(page);
    await become(page, variant);
    await page.goto(`${url}?locale=${locale}&first_name=Zo%C3%AB+O%27Neil&coach=Kim&utm_source=mail#top`, {
      waitUntil: 'commit',
    });
    await page.locator('#site').waitFor({ state: 'attached' });
    await expect.poll(async () => (await seen()).headings).toEqual([title]);
    await expect(page.getByText(body)).toBeVisible();
    await expect(page.getByRole('strong')).toHaveText('Kim');
    expect(new URL(page.url()).search).toBe(`?locale=${locale}&coach=Kim&utm_source=mail`);
    expect(new URL(page.url()).hash).toBe('#top');
    expect((await seen()).shift).toBeLessThan(0.01);
    const places = await page.locator('main [data-step]').innerHTML();
    site.sendScripts();
    await expect(page.locator('#waiting')).toHaveCount(0);
    expect(await page.locator('main [data-step]').innerHTML()).toBe(places);
    expect((await seen()).headings).toEqual([title]);
    expect(errors).toEqual([]);
  });
}

test('what is no name is not said, and no markup of an address comes into a page', async ({ page }) => {
  const errors = failOnErrors(page);
  const seen = await watchFrames(page);
  await become(page, 'plain');
  site.sendScripts();
  for (const value of ['<b>Ana</b>', '"Ana"', '{{name}}', 'Ana\u202E', 'A'.repeat(21), '  ', '555 1234', '\u3164']) {
    await page.goto(`${url}?first_name=${encodeURIComponent(value)}`);
    await expect(page.locator('#waiting')).toHaveCount(0);
    await expect.poll(async () => (await seen()).headings, value).toEqual(['How do you sleep, friend?']);
    expect(page.url()).toBe(url);
  }
  expect(errors).toEqual([]);
});

test('fields begin with what the address says; reports, promo data and the address hold nothing personal', async ({
  page,
}) => {
  site.sendScripts();
  const errors = failOnErrors(page);
  const sent: string[] = [];
  await page.route('**/api/**', (route) => {
    sent.push(route.request().postData() ?? '');
    return route.fulfill({ status: 204 });
  });
  const visitor = new Visitor(page);
  await become(page, 'plain');
  await visitor.open(`${url}?first_name=Ana&email=ana%40secret.example&list=L7&utm_source=mail&coach=Kim&utm_term=x`);
  await expect(visitor.heading).toHaveText('How do you sleep, Ana?');
  expect(new URL(page.url()).search).toBe('?utm_source=mail&coach=Kim&utm_term=x');
  expect(await page.evaluate(() => JSON.parse(localStorage['promoData']) as unknown)).toEqual({
    utm_source: 'mail',
    coach: 'Kim',
    utm_term: 'x',
  });
  await page.reload();
  await expect(visitor.heading).toHaveText('How do you sleep, Ana?');
  await visitor.pass();
  await page.getByRole('radio', { name: 'Tired' }).click();
  await expect(visitor.heading).toHaveText('You opened our letter, Ana.');
  await visitor.pass();
  await expect(page.getByRole('textbox')).toHaveValue('Ana');
  await page.getByRole('textbox').fill('Annie');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('textbox')).toHaveValue('ana@secret.example');
  expect(await storedElsewhere(page)).not.toMatch(/Ana\b|secret|L7/);
  expect(sent.join('\n')).not.toMatch(/Ana|Annie|secret|L7/);
  await page.reload();
  await expect(page.getByRole('textbox')).toHaveValue('ana@secret.example');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.heading).toHaveText('Thank you, Annie.');
  await expect(page.getByText('The letter was to Ana.')).toBeVisible();
  await visitor.back.click();
  await expect(page.getByRole('textbox')).toHaveValue('ana@secret.example');
  await page.getByRole('button', { name: 'Continue' }).click();
  await visitor.pass();
  await expect(visitor.heading).toHaveText('Ana can sleep better');
  await page.reload();
  await expect(visitor.heading).toHaveText('Ana can sleep better');
  await expect(page.getByText('Ask Kim.')).toBeVisible();
  const findLeads = () => sent.filter((body) => body.includes('"consent"'));
  await expect.poll(findLeads).not.toEqual([]);
  const leads = findLeads();
  for (const lead of leads) {
    expect(JSON.parse(lead)).toMatchObject({
      contact: 'ana@secret.example',
      answers: { name: 'Annie' },
      query: { utm_source: 'mail', coach: 'Kim' },
    });
    expect(lead.replace('ana@secret.example', '')).not.toMatch(/Ana\b|secret|L7/);
  }
  expect(sent.filter((body) => !leads.includes(body)).join('\n')).not.toMatch(/Ana|Annie|secret|L7/);
  await page.goto(url);
  await expect(visitor.heading).toHaveText('How do you sleep, friend?');
  expect(errors).toEqual([]);
});

test('another language says the same name', async ({ page }) => {
  site.sendScripts();
  await become(page, 'plain');
  await page.goto(`${url}?first_name=Ana`);
  await page.goto(`${url}?locale=es`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana, ¿cómo duermes?');
});
