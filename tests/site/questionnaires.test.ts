import { randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BuildManifest } from '../../api/builds.ts';
import type { FunnelData } from '../../engine/model.ts';
import { writeAmount } from '../../engine/shop/money.ts';
import { assignVariants } from '../../engine/run/variants.ts';
import { listBought, PaymentVisitor } from '../e2e/payment-visitor.ts';
import { speaker } from '../e2e/speaker.ts';
import { browserArgs } from '../harness/browser-args.ts';
import { expect as see } from '../harness/patient-expect.ts';
import { compiledServer, type RunningProcess, script, startProcess } from '../harness/processes.ts';
import { journeys, type JourneyOfTest } from '../questionnaires/journeys.ts';
import { offers, questionnaireIds, questionnaires, testimonials } from '../questionnaires/questionnaires.ts';
import { Respondent } from '../questionnaires/respondent.ts';
import { copyProject } from './adapted-copy.ts';

const copy = copyProject();
const env = {
  PATH: process.env['PATH'],
  NODE_ENV: 'development',
  DATA_DIR: '.data',
  PORT: '0',
  FUNNELS_DIR: questionnaires,
  COUNTRY_HEADER: 'X-Country',
};
const locales = ['en', 'es'] as const;
let server: RunningProcess;
let browser: Browser;
let url = '';

beforeAll(async () => {
  appendFileSync(path.join(copy.folder, 'content/plans.yaml'), offers);
  writeFileSync(path.join(copy.folder, 'content/testimonials.yaml'), testimonials);
  // The web app and the server are the same there.
  for (const part of ['dist/app', 'dist/server']) cpSync(part, path.join(copy.folder, part), { recursive: true });
  const build = startProcess(script('scripts/build.ts'), env, copy.folder);
  expect(await build.exited, build.output + build.errors).toBe(0);
  server = startProcess(compiledServer, env, copy.folder);
  const executablePath = process.env['CHROMIUM'];
  browser = await chromium.launch({ args: browserArgs, ...(executablePath && { executablePath }) });
  url = await server.ready;
}, 1_800_000);

afterAll(async () => {
  await browser?.close();
  await server?.kill('SIGTERM');
  rmSync(copy.folder, { recursive: true, force: true });
});

const readBuilt = (file: string): unknown =>
  JSON.parse(readFileSync(path.join(copy.folder, 'dist/site', file), 'utf8'));

/** A funnel of the copy in a locale, as the build has written it. */
function funnelData(id: string, locale: string): FunnelData {
  const { funnels } = readBuilt('pages.json') as BuildManifest;
  return readBuilt(funnels[id]![locale]!) as FunnelData;
}

/** A phone whose browser speaks this language and has never been here. */
function onPhone(locale: string, seed?: string): Promise<BrowserContext> {
  const viewport = { width: 390, height: 844 };
  const phone = { viewport, hasTouch: true, isMobile: true, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
  return browser.newContext({ ...phone, baseURL: url, locale, ...(seed && seedOf(seed)) });
}

/** A browser with this name, by which its variants are chosen. */
const seedOf = (seed: string) => ({
  storageState: {
    cookies: [],
    origins: [{ origin: url, localStorage: [{ name: 'visitorSeed', value: JSON.stringify(seed) }] }],
  },
});

async function play(
  page: Page,
  data: FunnelData,
  { answers, written, outcome, shows = [] }: JourneyOfTest,
): Promise<void> {
  const { locale } = data.words;
  await page.goto(`${data.funnel.path}?locale=${locale}`);
  const steps = await new Respondent(page, data).answer(answers, written && { written });
  expect(steps).toEqual(expect.arrayContaining(Object.keys(answers)));
  await see(page.getByRole('heading', { level: 1 })).toHaveText(data.words.outcomes[outcome]!.title as string);
  const said = await page.locator('main').innerText();
  for (const text of 'en' in shows ? shows[locale as 'en'] : shows) expect(spaced(said)).toContain(spaced(text));
}

/** With plain spaces only. */
const spaced = (text: string) => text.replaceAll(/\s/g, ' ');

// At the same time: each is a phone of its own.
describe.concurrent.each(locales)('in %s', (locale) => {
  // The rules are the same in both languages: in Spanish one way shows its words, and its numbers with commas.
  const ways = locale === 'en' ? 'each of its outcomes' : 'an outcome';
  // In the DASS-21 that is 126 ratings, with all the others at the same time.
  test.each(questionnaireIds)(`%s leads to ${ways}`, { timeout: 1_800_000 }, async (id) => {
    const data = funnelData(id, locale);
    const ids = data.funnel.outcomes.map((outcome) => outcome.id);
    expect(journeys[id].map(({ outcome }) => outcome).toSorted()).toEqual(ids.toSorted());
    // One phone for all, each in a tab of its own: a finished quiz starts over, and its code is here already.
    const context = await onPhone(locale);
    for (const journey of locale === 'en' ? journeys[id] : journeys[id].slice(-1)) {
      const page = await context.newPage();
      await play(page, data, journey);
      await page.close();
    }
    await context.close();
  });

  test('a visitor who thinks of self-harm is shown a number to call, on the way and with a severe result, and is sold nothing', async () => {
    const number = { en: 'tel:988', es: 'tel:024' }[locale];
    const context = await onPhone(locale);
    const page = await context.newPage();
    const severe = journeys['phq-9'].at(-1)!;
    const data = funnelData('phq-9', locale);
    await page.goto(`${data.funnel.path}?locale=${locale}`);
    const respondent = new Respondent(page, data);
    await respondent.answer(severe.answers, { until: 'help' });
    await see(page.locator(`main a[href="${number}"]`)).toBeVisible();
    await respondent.answer(severe.answers);
    await see(page.locator(`main a[href="${number}"]`)).toBeVisible();
    await see(page.getByRole('main').getByRole('button')).toHaveCount(0); // no way to a plan
    await context.close();
  });

  test.each([
    { variant: 'now', prices: { basic: 1499, three_months: 2999, lifetime: 8999 } },
    { variant: 'lower', prices: { basic: 999, three_months: 2999, lifetime: 8999 } },
    { variant: 'once', prices: { lifetime: 8999 } },
  ])(
    '$variant sees its own prices on the plan page and at the sign-up; one goes on and pays them',
    async ({ variant, prices }) => {
      const data = funnelData('price-trial', locale);
      const seeds = Array.from({ length: 100 }, (_, n) => `visitor ${n}`);
      const seed = seeds.find((each) => assignVariants(data.funnel, each)['price'] === variant)!;
      const context = await onPhone(locale, seed);
      const page = await context.newPage();
      const t = speaker(locale);
      const amounts = Object.values(prices).map((amount) => writeAmount({ amount, currency: 'USD' }, locale));
      await play(page, data, journeys['price-trial'][0]!);
      await page.getByRole('button', { name: t('results:next.continue') }).click();
      const cards = page.locator('fieldset label');
      await see(cards).toHaveCount(amounts.length);
      for (const [at, amount] of amounts.entries()) await see(cards.nth(at)).toContainText(amount);

      await cards.first().click();
      await page
        .getByRole('button', { name: t('plan:continue.button') })
        .first()
        .click();
      await see(page.getByRole('region', { name: t('account:recall.title') })).toContainText(amounts[0]!);
      if (variant === 'lower') {
        await signUp(page, locale);
        await pay(page, prices, amounts[0]!);
      }
      await context.close();
    },
  );

  test('in a country with prices of its own, what is shown is what is paid, kept and given back', async () => {
    const data = funnelData('price-trial', locale);
    const seeds = Array.from({ length: 100 }, (_, n) => `visitor ${n}`);
    const seed = seeds.find((each) => assignVariants(data.funnel, each)['price'] === 'lower')!;
    const context = await onPhone(locale, seed);
    const page = await context.newPage();
    const payer = new PaymentVisitor(page, locale);
    const { t } = payer;
    const price = writeAmount({ amount: 949, currency: 'EUR' }, locale);
    const main = page.locator('main');
    const seesPrice = async () => {
      await see(main).toContainText(price);
      await see(main).not.toContainText('$');
    };
    const pageOfAll = await (await context.request.get('/personalized-plan')).text();
    await context.setExtraHTTPHeaders({ 'X-Country': 'DE' });
    expect(await (await context.request.get('/personalized-plan')).text()).toBe(pageOfAll);

    await play(page, data, journeys['price-trial'][0]!);
    await page.getByRole('button', { name: t('results:next.continue') }).click();
    await seesPrice();
    await page.locator('fieldset label').first().click();
    const goOn = page.getByRole('button', { name: t('plan:continue.button') });
    await goOn.first().click();
    await see(page.getByRole('region', { name: t('account:recall.title') })).toContainText(price);
    await signUp(page, locale);
    await see(payer.goOn).toContainText(price);
    await seesPrice();
    await payer.goOn.click();
    await payer.expectStripe('basic');
    await see(page.getByRole('button', { name: payer.atStripe.card.pay('').trim() })).toContainText(price);
    await payer.pay();
    await payer.expectPaid();

    // Abroad by now.
    await context.setExtraHTTPHeaders({});
    await page.goto('/cabinet/profile');
    const dialog = page.getByRole('dialog');
    await see(dialog).toBeVisible(); // it welcomes who is here for the first time
    await page.keyboard.press('Escape');
    await see(dialog).toHaveCount(0);
    await seesPrice();
    const refund = (key: string) => t(`cabinet:profile.plan.${key}`, { amount: price });
    await page.getByRole('button', { name: refund('refund') }).click();
    await see(dialog).toContainText(refund('refund_title'));
    await page.getByRole('button', { name: refund('refund_confirm') }).click();
    await see(page.getByText(refund('refunded_now')).first()).toBeVisible();
    const { plans, payments } = await listBought(context);
    expect(payments).toMatchObject([{ amount: 949, refundedAmount: 949, currency: 'EUR', status: 'refunded' }]);
    expect(plans.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual(['949 EUR', '2799 EUR', '8499 EUR']);
    await context.close();
  });
});

async function signUp(page: Page, locale: (typeof locales)[number]): Promise<void> {
  const t = speaker(locale);
  await page.getByRole('textbox', { name: t('account:fields.email') }).fill(`${randomUUID()}@example.org`);
  await page.locator('input[autocomplete="new-password"]').fill('harbour-42-lantern');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: t('account:register.submit') }).click();
  await page.waitForURL('**/cabinet/payment');
}

/** Finds the prices in the cabinet and the first of them at the checkout. */
async function pay(page: Page, prices: Readonly<Record<string, number>>, first: string): Promise<void> {
  const context = page.context();
  const token = (await context.cookies()).find(({ name }) => name === 'authToken')!.value;
  const headers = { authorization: `Bearer ${token}` };
  const listed = await context.request.get('/api/v1/payments/subscriptions/', { headers });
  const { plans } = (await listed.json()) as { plans: { id: string; amount: number }[] };
  expect(Object.fromEntries(plans.map(({ id, amount }) => [id, amount]))).toEqual(prices);
  const [plan] = Object.keys(prices);
  const bought = await context.request.post('/api/v1/payments/buy/', { headers, data: { plan } });
  const checkout = await context.request.get(((await bought.json()) as { url: string }).url);
  expect(spaced(await checkout.text())).toContain(spaced(first));
}
