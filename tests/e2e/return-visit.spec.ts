import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { ReplaceableSite, nextBuildOf } from './served-sites.ts';
import { Visitor } from './visitor.ts';

test.describe.configure({ mode: 'default' }); // they share a port
test.use({ serviceWorkers: 'allow' });

const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
const quiz = `${url}/daily-emotional-reset`;
const site = new ReplaceableSite(port);

test.beforeEach(() => site.publish('dist/site'));
test.afterEach(() => site.stop());

/** The names of the builds that this browser has kept. */
const builds = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('visitors-')));

/** A visit that stays until what it needs is kept for the next one. */
async function visitFirst(context: BrowserContext, address = quiz): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.close();
}

/** The script files that this page asks for, and what is answered with an error. */
function watch(page: Page) {
  const [scripts, errors]: [Set<string>, string[]] = [new Set(), []];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js') && pathname.startsWith('/assets/')) scripts.add(pathname);
    if (response.status() >= 400) errors.push(pathname);
  });
  return { scripts, errors };
}

/** In the page: whether another worker has taken over since it was opened. Looks for a newer one otherwise. */
async function isReplaced(): Promise<boolean> {
  const { controller } = navigator.serviceWorker;
  const { firstWorker } = globalThis as { firstWorker?: ServiceWorker | null };
  if (controller !== firstWorker) return controller?.state === 'activated';
  const registration = await navigator.serviceWorker.getRegistration('/');
  void registration?.update().catch(() => undefined);
  return false;
}

test('a returning visitor sees the page and gets an answer, although the server is away', async ({ context }) => {
  await visitFirst(context);
  site.stop();
  const page = await context.newPage();
  const visitor = new Visitor(page);
  await visitor.open(`${url}/?utm_source=mail`);
  await expect(page).toHaveURL(`${quiz}?utm_source=mail`);
  await visitor.pass();
  await visitor.finish();
  await expect(page.locator('main h1:visible')).toBeVisible();
  await expect(page).toHaveURL(`${url}/results`);
});

test('a new build is there at the visit after the next, and no page mixes the two', async ({ context }) => {
  await visitFirst(context);
  await site.publish(nextBuildOf('dist/site'));

  const old = await context.newPage();
  const seen = watch(old);
  await old.addInitScript(() => Object.assign(globalThis, { firstWorker: navigator.serviceWorker.controller }));
  const visitor = new Visitor(old);
  await visitor.open(quiz);
  expect(await old.title()).not.toContain('New: ');
  await expect.poll(() => builds(old)).toHaveLength(2);
  // A worker that a busy machine could not install is looked for again, as at the next visit. While the one before it
  // has something left to do, Chromium lets it wait for up to five minutes.
  await expect.poll(() => old.evaluate(isReplaced), { timeout: 400_000 }).toBe(true);
  await visitor.finish();
  await old.getByRole('button', { name: 'See my plan' }).click();
  await expect(old).toHaveURL(`${url}/personalized-plan`);
  await expect(old.locator('main h1:visible')).toBeVisible();
  expect([...seen.scripts].filter((name) => name.endsWith('-new.js'))).toEqual([]);
  expect(seen.errors).toEqual([]);

  const fresh = await context.newPage();
  const seenThen = watch(fresh);
  const html = await (await fresh.goto(quiz))!.text();
  expect(html).toContain('<title>New: ');
  await fresh.locator('html[data-ready]').waitFor({ state: 'attached' });
  expect([...seenThen.scripts].filter((name) => !name.endsWith('-new.js'))).toEqual([]);
  expect(seenThen.errors).toEqual([]);
});

test('a page whose code is gone moves on to the new build, and reloading asks for it at once', async ({ context }) => {
  const page = await context.newPage();
  await page.goto(quiz);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await site.publish(nextBuildOf('dist/site'));
  // A page that the worker doesn't keep ahead.
  await page.locator('a[href="/privacy-policy"]').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
  await expect(page.locator('#app[href$="-new.js"]')).toBeAttached();

  await page.goto('about:blank');
  await page.goto(quiz);
  await page.reload();
  await expect(page.locator('#app[href$="-new.js"]')).toBeAttached();
});

test('another language shows at the next visit', async ({ context }) => {
  await visitFirst(context);
  const page = await context.newPage();
  await page.goto(`${quiz}?locale=es`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.goto(`${url}/?utm_source=mail`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.waitForFunction(() => caches.match('/daily-emotional-reset?language=es', { ignoreVary: true }));
  site.stop();
  await page.goto(`${url}/?utm_source=ad`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});
