import { expect, type Page, test } from '@playwright/test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { run } from './processes.ts';
import { ReplaceableSite } from './served-sites.ts';
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
