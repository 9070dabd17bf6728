import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brand, palette } from '../../content/brand.ts';
import { type FunnelData, siteLocales } from '../../engine/model.ts';
import { compiledServer, type RunningProcess, script, startProcess } from '../harness/processes.ts';
import { chromium } from 'playwright';
import { browserArgs } from '../harness/browser-args.ts';
import { Visitor } from '../e2e/visitor.ts';
import { startFileHost } from './file-host.ts';
import { allEmails } from '../emails/all-emails.ts';
import { sampleReport } from '../reports/page/sample-report.ts';
import type { BuildManifest } from '../../api/builds.ts';
import {
  changeBrand,
  copyProject,
  listLocale,
  mark,
  newLocale,
  newName,
  quizWithout,
  translate,
} from './adapted-copy.ts';

const copy = copyProject();
/** The third one is no locale of this project, only of the copy. */
const locales = [...siteLocales, newLocale as 'en'];
const files = await startFileHost();
const env = { ASSETS_URL: files.url, PATH: process.env['PATH'], NODE_ENV: 'development', DATA_DIR: '.data', PORT: '0' };
let server: RunningProcess;
let url = '';
let brandFiles: readonly string[];
/** When only the list has the locale. */
let filesThatTscNames: readonly string[];

beforeAll(async () => {
  changeBrand(copy, brand.name);
  brandFiles = [...copy.touched];
  listLocale(copy);
  filesThatTscNames = await filesWithErrors();
  translate(copy);
  // Two at once wait for each other.
  const builds = [1, 2].map(() => startProcess(script('scripts/build.ts'), env, copy.folder));
  for (const build of builds) expect(await build.exited, build.output + build.errors).toBe(0);
  server = startProcess(compiledServer, env, copy.folder);
  url = await server.ready;
  files.fetchFrom(url);
}, 1_800_000);

afterAll(async () => {
  await server?.kill('SIGTERM');
  files.close();
  rmSync(copy.folder, { recursive: true, force: true });
});

/** The files of the copy that don't compile. */
async function filesWithErrors(): Promise<readonly string[]> {
  const compiler = startProcess(['node_modules/.bin/tsc', '--singleThreaded'], env, copy.folder);
  await compiler.exited;
  const files = Array.from(compiler.output.matchAll(/^(\S+\.tsx?)\(/gm), ([, file]) => file!);
  return [...new Set(files)].sort();
}

const read = (file: string) => readFileSync(path.join(copy.folder, file), 'utf8');

interface Request {
  readonly locale?: string;
  readonly token?: string;
  readonly body?: object;
}

async function ask(place: string, { locale, token, body }: Request = {}): Promise<{ status: number; text: string }> {
  const headers = {
    ...(locale && { 'accept-language': locale }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const response = await fetch(new URL(place, url), {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

/** The pages for those who develop, by the token that the start printed. */
const developmentToken = () => /token=(\w+)/.exec(server.output)![1]!;

// ── The brand ────────────────────────────────────────────────────────────────────────────────────────────────────────

const coloursIn = (text: string) => text.match(/#[\da-f]{6}\b/g) ?? [];
const oldColours = new Set(coloursIn(JSON.stringify(palette)));
oldColours.delete('#ffffff');

/** Where the old name or an old colour stands, in what is sent to anybody. */
function tracesIn(outputs: Iterable<readonly [name: string, text: string]>): readonly string[] {
  return [...outputs].flatMap(([name, text]) => {
    const colours = Array.from(text.matchAll(/(?:#|%23)([\da-f]{6})/gi), ([, digits]) => `#${digits!.toLowerCase()}`);
    const names = text.match(/still.?waters/gi) ?? [];
    return [...new Set([...names, ...colours.filter((colour) => oldColours.has(colour))])].map(
      (trace) => `${name}: ${trace}`,
    );
  });
}

/** The files of a folder that are text. */
function* textFilesIn(folder: string): Generator<readonly [string, string]> {
  for (const file of readdirSync(path.join(copy.folder, folder), { recursive: true, encoding: 'utf8' }))
    if (/\.(html|js|css|json|svg|txt|xml|webmanifest)$/.test(file)) yield [file, read(path.join(folder, file))];
}

test('no file of the built site has the old name or an old colour', () => {
  const files = [...textFilesIn('dist/site')];
  const names = files.map(([name]) => name).join(' ');
  for (const part of [
    `pages/sleep-issues.${newLocale}.html`,
    'sw.js',
    'visitor-worker.js',
    `app.${newLocale}.webmanifest`,
    'pictures/',
  ])
    expect(names).toContain(part);
  expect(tracesIn(files)).toEqual([]);
  expect(JSON.parse(read('dist/site/app.en.webmanifest'))).toMatchObject({ name: newName, short_name: newName });
  expect(read('dist/site/pages/login.en.html')).toContain('Fern &amp; Ember');
});

/** A module of the copy. */
const load = <Module>(file: string) => import(path.join(copy.folder, file)) as Promise<Module>;

/** A funnel of the copy in a locale, as the build has written it. */
function funnelData(locale: string): FunnelData {
  const { funnels } = JSON.parse(read('dist/site/pages.json')) as BuildManifest;
  return JSON.parse(read(`dist/site/${funnels['sleep-issues']![locale]!}`)) as FunnelData;
}

test('no email has them, in any locale, and each is in its language', async () => {
  const { writeEmail } = await load<typeof import('../../api/emails/email.ts')>('api/emails/email.ts');
  const { renderHtml, renderText } = await load<typeof import('../../api/emails/render.ts')>('api/emails/render.ts');
  const company = { name: 'Company', number: '1', address: 'London', email: 'hello@example.org' };
  for (const language of locales) {
    const options = { language, firstName: 'Ada', publicUrl: 'https://example.org', company, now: Date.now() };
    for (const request of allEmails({ id: 'id', email: 'ada@example.org' }, language)) {
      const email = writeEmail({ request, ticket: 'id/token' }, options);
      const output = [request.template, renderHtml(email) + renderText(email)] as const;
      expect(tracesIn([output])).toEqual([]);
      expect(output[1]).toContain('Fern &#38; Ember');
      expect(email.subject.startsWith(mark)).toBe(language === newLocale);
    }
  }
});

test('no report and no picture of a flow has them', async () => {
  const { renderReportPage } = await load<typeof import('../../api/reports/page/render-report.ts')>(
    'api/reports/page/render-report.ts',
  );
  const { drawGraph } = await load<typeof import('../../engine/author/graph/draw-graph.ts')>(
    'engine/author/graph/draw-graph.ts',
  );
  for (const locale of locales) {
    const { funnel, words } = funnelData(locale);
    const report = await renderReportPage(sampleReport(funnel), funnel, locale, words);
    expect(coloursIn(report).length).toBeGreaterThan(20);
    expect(tracesIn([['report', report]])).toEqual([]);
    expect(report.includes(mark)).toBe(locale === newLocale);
  }
  const { funnel, words } = funnelData('en');
  const changed = await load<typeof import('../../content/brand.ts')>('content/brand.ts');
  expect(tracesIn([['graph', await drawGraph(funnel, { colours: changed.palette.graph, words })]])).toEqual([]);
});

test('nothing that the server answers has them', async () => {
  const pages = ['/', '/login', '/nowhere', '/api/v1/nowhere/', '/openapi.json', '/dev/mail', '/dev/stripe/'];
  const answers = pages.map(async (page) => [page, (await ask(page, { token: developmentToken() })).text] as const);
  expect(tracesIn(await Promise.all(answers))).toEqual([]);
  expect(tracesIn([['printed', server.output + server.errors]])).toEqual([]);
  expect(server.output).toContain(`${newName} is ready`);
});

// ── The locale ───────────────────────────────────────────────────────────────────────────────────────────────────────

test('the guides name the files that a brand and a locale take, and those that the compiler names', () => {
  const brandTable = tableOf('docs/guide/change-the-brand.md').flatMap(({ files }) => files);
  expect(brandFiles.filter((file) => !brandTable.includes(file))).toEqual([]);
  const rows = tableOf('docs/guide/add-a-locale.md');
  const patterns = rows.flatMap(({ files }) => files);
  const localeFiles = [...copy.touched].filter((file) => !brandFiles.includes(file));
  expect(localeFiles.filter((file) => !patterns.some((pattern) => fits(file, pattern)))).toEqual([]);
  expect(patterns.filter((pattern) => !localeFiles.some((file) => fits(file, pattern)))).toEqual([]);
  const compiled = rows.filter(({ namedBy }) => namedBy === '`npx tsc`').flatMap(({ files }) => files);
  expect(compiled.sort()).toEqual(filesThatTscNames);
});

/** The rows of a guide's table: the files of the first column, and the last one. */
function tableOf(guide: string) {
  const rows = readFileSync(guide, 'utf8').matchAll(/^\| (`.+) \|$/gm);
  return Array.from(rows, ([, row = '']) => {
    const cells = row.split('|').map((cell) => cell.trim());
    return { files: Array.from(cells[0]!.matchAll(/`([^`]+)`/g), ([, file]) => file!), namedBy: cells.at(-1) };
  });
}

/** Whether it is a file that `web/locales/<locale>/*.yaml` or the like stands for. */
function fits(file: string, pattern: string): boolean {
  const expression = pattern
    .replaceAll('.', String.raw`\.`)
    .replaceAll('*', '[^/]*')
    .replaceAll('<locale>', newLocale);
  return new RegExp(`^${expression}$`).test(file);
}

test('pages and errors are in the locale that is asked for', async () => {
  const { status, text } = await ask(`/sleep-issues?locale=${newLocale}`);
  expect(status).toBe(200);
  expect(text).toContain(`<html lang="${newLocale}"`);
  expect(text).toContain(`${mark}What do your nights need?`);
  const english = await ask('/sleep-issues');
  expect(english.text).not.toContain(mark);
  const missing = await ask('/api/v1/nowhere/', { locale: newLocale });
  expect(JSON.parse(missing.text)).toMatchObject({ detail: `${mark}There’s nothing at this address.` });
  const incomplete = await ask('/api/v1/auth/login/', { locale: newLocale, body: {} });
  const message = `${mark}You must fill this field.`;
  expect(JSON.parse(incomplete.text)).toMatchObject({ errors: [{ message }, { message }] });
});

test('a quiz without the new locale comes wholly in its own, and offers only those', async () => {
  const { status, text } = await ask(`/${quizWithout}?locale=${newLocale}`);
  expect(status).toBe(200);
  expect(text).toContain('<html lang="en-US"');
  expect(text).not.toContain(mark);
  expect(Array.from(text.matchAll(/hrefLang="([^"]+)"/gi), ([, locale]) => locale)).toEqual(['en', 'es']);
  expect(text).not.toContain(`content="${newLocale.replace('-', '_')}"`);
  const other = await ask(`/sleep-issues?locale=${newLocale}`);
  expect(other.text).toContain(`hrefLang="${newLocale}"`);
});

interface Email {
  readonly subject: string;
  readonly from: string;
  readonly html: string;
  readonly text: string;
}

test('the language of a sign-up stays with the account: in its emails, at the next log-in and on the payment page', async () => {
  const login = { email: 'ada@example.org', password: 'harbour-42-lantern' };
  const agreements = { terms: true, privacy: true, cancelAnytime: true };
  const signUp = await ask('/api/v1/auth/signup/', { body: { ...login, agreements, language: newLocale } });
  expect(JSON.parse(signUp.text)).toMatchObject({ user: { language: newLocale } });

  const emails = async () =>
    JSON.parse((await ask('/dev/mail.json', { token: developmentToken() })).text) as readonly Email[];
  await expect.poll(async () => (await emails()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  for (const { subject, from, html, text } of await emails()) {
    expect(subject).toContain(mark);
    expect(from).toContain(newName);
    expect(html).toContain(`<html lang="${newLocale}">`);
    expect(text).toContain(`?locale=${newLocale}`);
    expect(tracesIn([[subject, from + html + text]])).toEqual([]);
  }

  // Another browser, which asks for English.
  const again = await ask('/api/v1/auth/login/', { body: login, locale: 'en' });
  const { accessToken: token } = JSON.parse(again.text) as { accessToken: string };
  expect(JSON.parse((await ask('/api/v1/users/me/', { token })).text)).toMatchObject({ language: newLocale });
  const bought = await ask('/api/v1/payments/buy/', { token, body: { plan: 'basic' } });
  const payment = await ask((JSON.parse(bought.text) as { url: string }).url);
  expect(payment.text).toContain(`<html lang="${newLocale}"`);
  expect(payment.text).toContain(`${mark}Back`);
  expect(tracesIn([['payment', payment.text]])).toEqual([]);
});

// ── Files at another origin: ASSETS_URL ──────────────────────────────────────────────────────────────────────────────

const isHashed = (address: string) => address.includes('/assets/');

test('a visit has every hashed file from the CDN and none from the site, and works once more without a connection', async () => {
  const browser = await chromium.launch({
    args: browserArgs,
    ...(process.env['CHROMIUM'] !== undefined && { executablePath: process.env['CHROMIUM'] }),
  });
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    const loaded: string[] = [];
    const failed: string[] = [];
    context.on('response', (response) => loaded.push(response.url()));
    context.on('requestfailed', (each) => failed.push(each.url()));
    page.on('console', (message) => message.type() === 'error' && failed.push(message.text()));
    const visitor = new Visitor(page);
    await visitor.open(`${url}/sleep-issues`);
    await visitor.pass();
    await visitor.pass();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map((each) => each.url);
    });
    for (const kind of ['.js', '.css', '.woff2', '.svg', '.json'])
      expect([...loaded, ...kept].filter((address) => isHashed(address) && address.endsWith(kind))).not.toEqual([]);
    for (const address of [...loaded, ...kept].filter(isHashed)) expect(address).toContain(`${files.url}/assets/`);
    expect(failed).toEqual([]);

    await context.setOffline(true);
    await page.goto(`${url}/sleep-issues`);
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.goto(`${url}/personalized-plan`);
    await expect.poll(() => page.locator('main h1').first().textContent()).toBeTruthy();
  } finally {
    await browser.close();
  }
});
