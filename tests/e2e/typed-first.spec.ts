import { expect, type Page, test } from '@playwright/test';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { run } from './processes.ts';
import { ReplaceableSite } from './served-sites.ts';
import { holdScripts, openHeld } from './network.ts';
import { failOnErrors } from './visitor.ts';

test.describe.configure({ mode: 'serial' });

const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
const siteDir = path.join(mkdtempSync(path.join(tmpdir(), 'site-')), 'site');
const site = new ReplaceableSite(port);

/** A first step of each kind that is filled in, and one after it. */
const firstSteps = {
  slider: 'type: number, input: slider, min: 0, max: 10',
  field: 'type: number, input: field, min: 0, max: 100',
  ticks: 'type: multiple_choice, options: { a: {}, b: {}, c: {} }',
};
const words = {
  en: ['How many?', 'And then?', 'Done'],
  es: ['¿Cuánto?', '¿Y después?', 'Listo'],
};

/** The folder of these funnels. */
function writeFunnels(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'funnels-'));
  for (const [kind, step] of Object.entries(firstSteps)) {
    const id = `${kind}-first`;
    const flow = `funnel: ${id}
path: /${id}
storage_key: wizard${kind}First
locales: [en, es]
steps:
  - { id: first, ${step} }
  - { id: second, type: single_choice, options: { x: {}, y: {} } }
outcomes: { only: { else: true, topics: [daily-joy] } }
finish: results
`;
    writeFileSync(path.join(folder, `${id}.yaml`), flow);
    for (const [locale, [first, second, done]] of Object.entries(words)) {
      const options = kind === 'ticks' ? ', options: { a: Aa, b: Bb, c: Cc }' : '';
      const text = `funnel: { name: ${id}, description: A case. }
steps:
  first: { title: '${first}'${options} }
  second: { title: '${second}', options: { x: X, y: Y } }
outcomes: { only: { title: ${done}, summary: '“{{first}}”' } }
`;
      writeFileSync(path.join(folder, `${id}.${locale}.yaml`), text);
    }
  }
  for (const file of ['yaml', 'en.yaml', 'es.yaml'])
    cpSync(`tests/cases/shuffled.${file}`, path.join(folder, `shuffled.${file}`));
  return folder;
}

test.beforeAll(async () => {
  const built = run('scripts/build.ts', { FUNNELS_DIR: writeFunnels(), SITE_DIR: siteDir });
  expect(await built.exited, built.errors).toBe(0);
  await site.publish(siteDir);
});
test.afterAll(() => site.stop());

const fill = {
  slider: async (page: Page) => {
    await page.getByRole('slider').focus();
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('slider')).toHaveValue('9');
  },
  field: (page: Page) => page.getByRole('textbox').fill('12'),
  ticks: async (page: Page) => {
    for (const label of ['Aa', 'Cc']) await page.getByText(label, { exact: true }).click();
  },
};
const said = {
  en: { slider: '“9”', field: '“12”', ticks: '“Aa and Cc”' },
  es: { slider: '“9”', field: '“12”', ticks: '“Aa y Cc”' },
};

for (const [locale, milliseconds] of [
  ['en', 3_000],
  ['es', 800],
] as const)
  for (const kind of ['slider', 'field', 'ticks'] as const)
    test(`what is done on a first step (${kind}, ${locale}) counts, with scripts ${milliseconds} ms late`, async ({
      page,
      context,
    }) => {
      const errors = failOnErrors(page);
      await context.addCookies([{ name: 'locale', value: locale, url }]);
      await page.route(/\.js$/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
        await route.continue().catch(() => undefined); // the page is gone meanwhile
      });
      await page.goto(`${url}/${kind}-first?utm_source=spring`, { waitUntil: 'commit' });
      await page.getByRole('heading', { name: words[locale][0]! }).waitFor();
      await fill[kind](page);
      await page.locator('main form button[type=submit]').click();
      await expect(page.getByRole('heading', { name: words[locale][1]! })).toBeVisible();
      expect(new URL(page.url()).search).toBe('?utm_source=spring');
      await page.getByRole('radio', { name: 'X', exact: true }).click();
      await expect(page.getByText(said[locale][kind])).toBeVisible();
      expect(errors).toEqual([]);
    });

const labelsOf = (page: Page) => page.locator('main [role=radio], main label').allInnerTexts();
const heard = ['From a friend', 'By a search', 'Elsewhere', 'By an advert'];

test('shuffled options of a first step stand in the visitor’s order from the first paint on, and keep it', async ({
  browser,
}) => {
  const orders = new Set<string>();
  for (let visitor = 0; visitor < 6; visitor++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const errors = failOnErrors(page);
    const release = await holdScripts(page);
    await openHeld(page, `${url}/shuffled`);
    const order = await labelsOf(page);
    expect(order[2]).toBe('Elsewhere');
    expect(order.toSorted()).toEqual(heard.toSorted());
    orders.add(order.join());
    await page.keyboard.press('4'); // the starter script goes by the digits
    await expect(page.getByRole('radio').nth(3)).toHaveAttribute('aria-checked', 'true');

    release();
    await expect(page.getByRole('heading', { name: 'What have you tried?' })).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(4);
    const tried = await labelsOf(page);
    expect(tried[3]).toBe('None of these');
    await page.reload();
    await expect(page.locator('html[data-ready]')).toHaveCount(1);
    expect(await labelsOf(page)).toEqual(tried);
    await page.goBack();
    await expect(page.getByRole('radio', { name: order[3]!, checked: true })).toBeVisible();
    expect(await labelsOf(page)).toEqual(order);
    expect(errors).toEqual([]);
    await context.close();
  }
  expect(orders.size).toBeGreaterThan(1);
});

test('shuffled options are taken over by React as they stand', async ({ page }) => {
  const errors = failOnErrors(page);
  const release = await holdScripts(page);
  await openHeld(page, `${url}/shuffled`);
  const first = await page.getByRole('radio').first().elementHandle();
  const order = await labelsOf(page);
  expect(order).toHaveLength(4);
  release();
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  expect(await first.evaluate((element) => element.isConnected)).toBe(true);
  expect(await labelsOf(page)).toEqual(order);
  expect(errors).toEqual([]);
});
