import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { renderReport } from '../../api/reports/page/render-report.ts';
import type { Language } from '../../schemas/api/values.ts';
import { realFunnel } from '../../tests/engine/author/real-funnels.ts';
import { enterAsMember } from '../../tests/e2e/member.ts';
import { buyPlan } from '../../tests/e2e/payment-visitor.ts';
import { sampleReport } from '../../tests/reports/page/sample-report.ts';
import { besideText, drawPage, phoneSize, photograph, showBrandTypeface, startLiveSite, withPage } from './studio.ts';

/** The cabinet on a phone, for the README: a session that plays, all of the player, the dashboard, and Spanish at night. */
export async function photographCabinet(browser: Browser): Promise<void> {
  const pictures = await onLiveSite(async (baseURL) => [
    ...(await photographListening(browser, baseURL)),
    await photographNight(browser, baseURL),
  ]);
  await drawPage(browser, 'cabinet', besideText(pictures, phoneSize.width, []));
}

async function photographListening(browser: Browser, baseURL: string): Promise<readonly string[]> {
  return withPage(browser, { viewport: phoneSize, baseURL }, async (page) => {
    await openSessions(page, 'en');
    await page.getByRole('button', { name: 'Play, Rain on the roof' }).first().click();
    const player = page.getByRole('dialog', { name: 'Rain on the roof' });
    await player.getByText(/^0:0[5-9]$/).waitFor({ timeout: 180_000 });
    const full = await photographNow(page);
    await player.getByRole('button', { name: 'Minimize the player' }).click();
    await player.waitFor({ state: 'detached' });
    const list = await photographNow(page);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Good' }).waitFor();
    await page.getByRole('button', { name: 'Stop and close the player' }).click();
    return [list, full, await photographNow(page)];
  });
}

async function photographNight(browser: Browser, baseURL: string): Promise<string> {
  return withPage(browser, { viewport: phoneSize, baseURL, colorScheme: 'dark' }, async (page) => {
    await openSessions(page, 'es');
    return photographNow(page);
  });
}

/** What the team sees of a quiz, for the README: where its visits end, and an experiment. */
export async function photographReport(browser: Browser): Promise<void> {
  const { funnel, words } = realFunnel('sleep-issues');
  const report = sampleReport(funnel);
  const rendered = await renderReport(report, funnel, 'en', words['en']);
  const pictures = await onLiveSite((baseURL) =>
    withPage(browser, { viewport: { width: 800, height: 4000 }, baseURL }, async (page) => {
      const path = `/${funnel.id}`;
      const listed = { id: funnel.id, path, name: words['en']!.name, visits: report.all.visits };
      await page.goto('/login');
      await enterAsMember(page.context());
      await page.route('**/api/v1/users/me/', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), role: 'analyst' } });
      });
      await page.route('**/api/v1/reports/', (route) => route.fulfill({ json: { funnels: [listed] } }));
      const json = { ...rendered, madeAt: report.madeAt };
      await page.route(`**/api/v1/reports/${funnel.id}/*`, (route) => route.fulfill({ json }));
      await page.goto('/cabinet/reports', { waitUntil: 'networkidle' });
      await showBrandTypeface(page);
      const shown: string[] = [];
      for (const name of ['Key figures', 'Experiments']) {
        const heading = page.getByRole('heading', { name, exact: true });
        await heading.waitFor();
        const { y } = (await heading.boundingBox())!;
        shown.push(await photograph(page, { x: 0, y: y - 24, width: 800, height: 1000 }));
      }
      return shown;
    }),
  );
  await drawPage(browser, 'report', besideText(pictures, 640, []));
}

async function photographNow(page: Page): Promise<string> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForLoadState('networkidle');
  return photograph(page, { x: 0, y: 0, ...phoneSize });
}

/** Somebody with a plan, at their sessions. */
async function openSessions(page: Page, locale: Language): Promise<void> {
  const context = page.context();
  await context.addCookies([{ name: 'locale', value: locale, domain: '127.0.0.1', path: '/' }]);
  await page.goto('/login');
  await enterAsMember(context, locale);
  await buyPlan(context, 'three_months');
  await context.route('**/api/v1/users/me/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), emailVerified: true } });
  });
  await page.goto('/cabinet/sessions', { waitUntil: 'networkidle' });
  await showBrandTypeface(page);
  await page.getByRole('article').first().waitFor();
}

async function onLiveSite<Result>(work: (baseURL: string) => Promise<Result>): Promise<Result> {
  const data = mkdtempSync(path.join(tmpdir(), 'docs-pictures-'));
  const site = await startLiveSite({ funnels: 'funnels', data });
  try {
    return await work(site.url);
  } finally {
    await site.stop();
    rmSync(data, { recursive: true });
  }
}
