import { expect } from '@playwright/test';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { fakeServices } from './fake-services.ts';
import { enterAsMember, test } from './member.ts';
import { buyPlan } from './payment-visitor.ts';
import type { RunningProcess } from '../harness/processes.ts';
import { serve } from './processes.ts';
import { failOnErrors, Visitor } from './visitor.ts';

test.describe.configure({ mode: 'serial' });

const port = String(await findFreePort());
const baseURL = `http://127.0.0.1:${port}`;
test.use({ baseURL });
let server: RunningProcess;

test.beforeAll(async () => {
  server = await serve({
    PORT: port,
    NODE_ENV: 'test',
    YANDEX_METRICA_ID: '12345678',
    GOOGLE_ANALYTICS_ID: 'G-AB12CD34EF',
    META_PIXEL_ID: '1234567890123456',
    PIXEL_UTM_SOURCE: 'meta',
  });
  await server.ready;
});
test.afterAll(() => server.kill('SIGTERM'));

const goals = ['wizard_start_reset', 'wizard_second_step_passed', 'wizard_finish_reset'];
const goalsOf = (heard: readonly string[]) => heard.filter((name) => /wizard|landing/i.test(name)).toSorted();
const allow = (page: Visitor['page']) => page.getByRole('button', { name: 'Allow' });
const refuse = (page: Visitor['page']) => page.getByRole('button', { name: 'No, thanks' });

test('each goal arrives once at each service, through a slow line, double taps, reloads and Back', async ({
  page,
  context,
}) => {
  const errors = failOnErrors(page);
  await page.addInitScript(() => {
    addEventListener('funnel:goal', (event) => {
      const told = JSON.parse(sessionStorage.getItem('told') ?? '[]') as string[];
      sessionStorage.setItem('told', JSON.stringify([...told, (event as CustomEvent<{ goal: string }>).detail.goal]));
    });
  });
  const services = await fakeServices(context, { delay: 400 });
  const visitor = new Visitor(page);
  await visitor.open('/daily-emotional-reset?utm_source=meta&secret=1');
  await visitor.step.getByRole('button', { name: 'Continue' }).dblclick();
  expect(services.all).toEqual([]);
  await allow(page).click();
  await expect.poll(() => services.all.length).toBeGreaterThan(0);
  await page.reload(); // the scripts had not come
  await expect(page.getByText('2/16')).toBeVisible();
  await visitor.pass();
  await expect.poll(() => services.metrica).toContain(goals[1]);
  await page.reload(); // it had not said that it has it
  await expect(page.getByText('3/16')).toBeVisible();
  await visitor.back.click();
  await expect(page.getByText('2/16')).toBeVisible();
  await visitor.finish();
  await expect.poll(() => services.google).toContain(goals[2]);
  await page.goBack();
  await expect(page.getByText('16/16')).toBeVisible();
  await page.reload();
  await expect(page.getByText('16/16')).toBeVisible();
  await visitor.finish();
  await page.reload();
  await expect(page.locator('main h1:visible')).toBeVisible();
  for (const service of ['metrica', 'google'] as const)
    await expect.poll(() => goalsOf(services[service])).toEqual(['landing_view', ...goals].toSorted());
  await page.waitForLoadState('networkidle'); // nothing comes after them
  for (const service of ['metrica', 'google'] as const) expect(goalsOf(services[service])).toHaveLength(4);
  expect(goalsOf(services.meta)).toEqual(['LandingView']);
  expect(services.meta).toContain('PageView');
  expect(await page.evaluate(() => JSON.parse(sessionStorage.getItem('told') ?? '[]') as string[])).toEqual(goals);
  expect(services.metrica.filter((name) => name.includes('secret'))).toEqual([]);
  expect(errors).toEqual([]);
});

test('the page of an unknown address, which may be a secret with a slip in it, tries nothing of the services', async ({
  page,
  context,
}) => {
  const services = await fakeServices(context);
  await page.goto('/daily-emotional-reset');
  await allow(page).click();
  await page.goto('/terms-of-service');
  await expect.poll(() => services.all.length).toBeGreaterThan(0);
  await page.goto('about:blank'); // nothing of the page before comes after it
  const [asked, errors] = [services.all.length, failOnErrors(page)];
  await page.goto('/reset-pasword/7/token');
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /services-/.test(name)));
  await page.waitForLoadState('networkidle');
  expect(errors.filter((text) => !text.includes('404'))).toEqual([]);
  expect(services.all.length).toBe(asked);
});

test('the question covers no form: where there is no room for it, it waits at the end of the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 520 });
  await page.goto('/login');
  await expect(allow(page)).toBeVisible();
  await expect(allow(page)).not.toBeInViewport();
});

test('a visitor who refuses is reported to no service, and is not asked again; one who changes their mind is', async ({
  page,
  context,
}) => {
  const services = await fakeServices(context);
  const visitor = new Visitor(page);
  await visitor.open('/sleep-issues?utm_source=meta');
  await refuse(page).click();
  await visitor.pass();
  await page.reload();
  await expect(page.getByText('2/')).toBeVisible();
  const choices = page.getByRole('button', { name: 'Privacy choices' });
  await expect(choices).toBeVisible();
  await expect(allow(page)).toHaveCount(0);
  await visitor.pass();
  expect(services.all).toEqual([]);
  await choices.click();
  await allow(page).click();
  await expect(choices).toBeFocused();
  await expect.poll(() => services.metrica).toEqual([`hit ${baseURL}/sleep-issues?utm_source=meta`]);
  await context.addCookies([{ name: '_ga', value: 'GA1.1.1.1', domain: '127.0.0.1', path: '/' }]);
  await choices.click();
  await refuse(page).click();
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('_ga');
});

test('a visitor who came by other adverts meets no pixel, and a page that an email leads to no service at all', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => localStorage.setItem('consent', JSON.stringify({ answer: 'yes', at: Date.now() })));
  const services = await fakeServices(context);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ['/reset-password/1/2', '/verify-email/1/2']) {
    await page.goto(path);
    await expect(page.locator('html[data-ready]')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
  }
  expect(services.all).toEqual([]);
  expect(asked).not.toContain('/api/v1/analytics/');
  await new Visitor(page).open('/self-confidence?utm_source=other');
  await expect.poll(() => services.google).toEqual(['page_view']);
  expect(services.all.filter(({ host }) => host.includes('facebook'))).toEqual([]);
});

test('Back from a quiz into a page that an email leads to leaves the scripts of services behind', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => localStorage.setItem('consent', JSON.stringify({ answer: 'yes', at: Date.now() })));
  const services = await fakeServices(context);
  await page.goto('/reset-password/1/2');
  await page.locator('header a').first().click();
  await expect(page.locator('main [data-step]')).toBeVisible();
  await page.reload();
  await expect.poll(() => services.google).toEqual(['page_view']);
  await page.goBack();
  await expect(page).toHaveURL(/\/reset-password\//);
  await expect.poll(() => page.evaluate(() => typeof globalThis.dataLayer).catch(() => 'loading')).toBe('undefined');
});

test('a purchase arrives once at each service, with the id of the payment', async ({ page, context }) => {
  await page.addInitScript(() => localStorage.setItem('consent', JSON.stringify({ answer: 'yes', at: Date.now() })));
  const services = await fakeServices(context);
  await new Visitor(page).open('/self-confidence?utm_source=meta');
  await expect.poll(() => services.meta).toContain('LandingView');
  await enterAsMember(context);
  const payment = await buyPlan(context, 'basic');
  for (let visits = 0; visits < 2; visits += 1) {
    await page.goto(`/cabinet/payment?payment=${payment}`);
    await expect(page).toHaveURL(/\/cabinet\/payment$/);
    await expect.poll(() => services.metrica).toContain('purchase');
  }
  const purchases = () =>
    [services.google, services.meta, services.metrica].map((heard) => heard.filter((name) => /purchase/i.test(name)));
  await expect.poll(purchases).toEqual([[`purchase ${payment}`], [`Purchase ${payment}`], ['purchase']]);
  await page.waitForLoadState('networkidle');
  expect(purchases().flat()).toHaveLength(3);
});
