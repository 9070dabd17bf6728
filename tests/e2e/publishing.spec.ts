import { expect, test } from '@playwright/test';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { addFifthFunnel, copyOfFunnels } from './funnels-of-tests.ts';
import type { RunningProcess } from '../harness/processes.ts';
import { fetched } from './network.ts';
import { run, runFunnel, serve } from './processes.ts';
import { failOnErrors, Visitor } from './visitor.ts';

test.describe.configure({ mode: 'serial' });

const port = String(await findFreePort());
const siteDir = path.join(mkdtempSync(path.join(tmpdir(), 'site-')), 'site');
const url = `http://127.0.0.1:${port}`;
let site: RunningProcess;

test.beforeAll(async () => {
  const folder = copyOfFunnels();
  addFifthFunnel(folder);
  site = run('scripts/start.ts', { FUNNELS_DIR: folder, SITE_DIR: siteDir, PORT: port });
  await site.ready;
});
test.afterAll(() => site.kill('SIGTERM'));

test('a fifth funnel in a copy of the folder runs at its path with no other change', async ({ page }) => {
  const errors = failOnErrors(page);
  const visitor = new Visitor(page);
  await visitor.open(`${url}/morning-energy`);
  await visitor.pass();
  expect(await visitor.finish(() => 2)).toEqual(['wake', 'rush_note', 'hours']);
  await expect(page.locator('main h1:visible')).toContainText('Light mornings');
  expect(await visitor.savedEntry('wizardMorningEnergy')).toMatchObject({ wake: 'rushed' });
  await page.goto(`${url}/morning-energy?locale=es`);
  await expect(visitor.heading).toContainText('Energía de mañana');
  expect(errors).toEqual([]);
});

const dates = {
  en: {
    range: /^From January 1, 2000 to /,
    tooEarly: 'Enter January 1, 2000 or a later day.',
    tooLate: (day: string) => `Enter ${day} or an earlier day.`,
    incomplete: 'Enter a complete date: day, month and year.',
    goOn: 'Continue',
  },
  es: {
    range: /^Del 1 de enero de 2000 al /,
    tooEarly: 'Escribe el 1 de enero de 2000 o un día posterior.',
    tooLate: (day: string) => `Escribe el ${day} o un día anterior.`,
    incomplete: 'Escribe una fecha completa: día, mes y año.',
    goOn: 'Continuar',
  },
} as const;

for (const [locale, texts] of Object.entries(dates)) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale: { en: 'en-US', es: 'es-ES' }[locale] });

    test('a date is typed, refused beyond its limits, and found again after Back', async ({ page }) => {
      const errors = failOnErrors(page);
      const visitor = new Visitor(page);
      await visitor.open(`${url}/morning-energy?locale=${locale}`);
      for (const step of ['welcome', 'wake', 'coffee']) expect(await visitor.pass()).toBe(step);

      const field = page.locator('input[type="date"]');
      const goOn = page.getByRole('button', { name: texts.goOn });
      const error = page.getByRole('alert');
      await expect(page.getByText(texts.range)).toBeVisible();
      await goOn.click();
      await expect(error).toHaveText(texts.incomplete);
      await expect(field).toBeFocused();
      const today = (await field.getAttribute('max'))!;
      await field.fill(nextDay(today));
      const words = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(today));
      await expect(error).toHaveText(texts.tooLate(words));
      await field.fill('1999-12-31');
      await expect(error).toHaveText(texts.tooEarly);
      await goOn.click();
      expect(await visitor.stepId()).toBe('since');

      await field.fill('');
      await field.focus();
      // In the order of the browser's own language, which stays English here.
      await page.keyboard.type('05042020');
      await expect(field).toHaveValue('2020-05-04');
      await expect(error).toHaveText('');
      await page.keyboard.press('Enter');
      await expect(visitor.step).toHaveAttribute('data-step', 'hours');
      await visitor.back.click();
      await expect(field).toHaveValue('2020-05-04');
      await field.fill(today);
      await goOn.click();
      await expect(visitor.heading).toContainText(words);
      await visitor.finish();
      expect(await visitor.savedEntry('wizardMorningEnergy')).toMatchObject({ since: today });
      expect(errors).toEqual([]);
    });
  });
}

const exported = async () => {
  const command = runFunnel('leads', '--json');
  expect(await command.exited, command.errors).toBe(0);
  return JSON.parse(command.output) as readonly object[];
};

test('an address left without a connection reaches the server later, is exported, and isn’t asked for again', async ({
  page,
  context,
}) => {
  const visitor = new Visitor(page);
  const field = page.getByRole('textbox');
  await fetched(page, 'ResultsPage', async () => {
    await visitor.open(`${url}/morning-energy?utm_source=meta`);
    await visitor.pass();
    await visitor.pass(1);
    while ((await visitor.stepId()) !== 'contact') await visitor.pass();
    await expect(field).toHaveAccessibleDescription(/We write to you\. Privacy policy/);
  });
  await context.setOffline(true);
  await field.fill('Ada@Example.org');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/results/);
  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  const told = later.waitForResponse('**/api/v1/leads/');
  await later.goto(`${url}/wizard-register`);
  await expect(later.getByLabel('Email')).toHaveValue('Ada@Example.org');
  await told;

  expect(await exported()).toMatchObject([
    {
      contact: 'ada@example.org',
      funnel: 'morning-energy',
      step: 'contact',
      locale: 'en',
      source: 'meta',
      answers: { wake: 'heavy', hours: expect.any(Number) },
      consent: 'We write to you.',
    },
  ]);
  const table = runFunnel('leads');
  await table.exited;
  expect(table.output).toMatch(/^\uFEFF"changedAt","kind","contact",.*"answer\.hours","answer\.wake"\r\n/);
  const erasing = runFunnel('leads', '--erase', 'ada@example.org');
  await erasing.exited;
  expect(erasing.output).toBe('Erased: one lead.\n');
  expect(await exported()).toEqual([]);
});

function nextDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

test('a funnel with problems is printed with all of them and never replaces the good one', async ({ page }) => {
  const folder = copyOfFunnels();
  const flow = path.join(folder, 'sleep-issues.yaml');
  writeFileSync(flow, `${readFileSync(flow, 'utf8')}\nunheard_of: 1\n`);
  const words = path.join(folder, 'self-confidence.es.yaml');
  writeFileSync(words, `${readFileSync(words, 'utf8')}\nalso_unheard_of: 1\n`);
  await site.kill('SIGTERM');
  const broken = run('scripts/start.ts', { FUNNELS_DIR: folder, SITE_DIR: siteDir, PORT: port });
  expect(await broken.exited).toBe(1);
  for (const name of ['sleep-issues.yaml', 'unheard_of', 'self-confidence.es.yaml', 'also_unheard_of']) {
    expect(broken.errors).toContain(name);
  }

  site = await serve({ SITE_DIR: siteDir, PORT: port });
  await site.ready;
  await new Visitor(page).open(`${url}/sleep-issues`);
});

test('live authoring: a saved text is on the screen within a second, at the step where the visitor is', async ({
  page,
}) => {
  const folder = copyOfFunnels();
  await site.kill('SIGTERM');
  site = run('scripts/dev.ts', { FUNNELS_DIR: folder, PORT: port });
  await expect.poll(() => site.output, { timeout: 120_000 }).toContain('Live authoring');
  const visitor = new Visitor(page);
  await visitor.open(`${url}/daily-emotional-reset`);
  await visitor.pass();
  const [id, title] = [await visitor.stepId(), await visitor.heading.innerText()];
  const file = path.join(folder, 'daily-emotional-reset.en.yaml');
  const good = readFileSync(file, 'utf8');

  const saved = Date.now();
  writeFileSync(file, good.replace(title, 'A brand new question'));
  await expect(visitor.heading).toHaveText('A brand new question');
  console.log(`saved → on the screen: ${Date.now() - saved} ms`);
  expect(await visitor.stepId()).toBe(id);

  writeFileSync(file, `${good}\nunheard_of: 1\n`);
  const overlay = page.locator('vite-error-overlay');
  await expect(overlay.getByText(/unheard_of/).first()).toBeVisible();
  await expect(overlay.getByText(/daily-emotional-reset\.en\.yaml:\d+:\d+/).first()).toBeVisible();
  await expect(visitor.heading).toHaveText('A brand new question');

  writeFileSync(file, good);
  await expect(overlay).toHaveCount(0);
  await expect(visitor.heading).toHaveText(title);
});
