import { type ElementHandle, expect, firefox, type Page, test as base } from '@playwright/test';
import {
  americanKeys,
  type Cookie,
  DrivenPage,
  type Driver,
  type EnginePage,
  findInPage,
  type Key,
  startDriver,
  until,
  type Which,
} from '../harness/webdriver.ts';

/** What a journey is walked in: Firefox, which Playwright drives, or WebKit, which speaks WebDriver alone. */
export interface EngineOptions {
  readonly engine: 'firefox' | Driver['engine'];
}

/** Tests that run in every engine, each in a browser that remembers nothing. */
export const test = base.extend<{ readonly visitor: EnginePage }, EngineOptions & { readonly driver: Driver | null }>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  driver: [
    async ({ engine }, provide) => {
      const driver = engine === 'firefox' ? null : await startDriver(engine);
      await provide(driver);
      await driver?.stop();
    },
    { scope: 'worker' },
  ],
  visitor: async ({ driver }, provide) => {
    const page = driver === null ? await openFirefox() : await DrivenPage.open(driver);
    await provide(page);
    await page.close();
  },
});

/** As scripts/with-engines.mjs has found it, in a window as small as a phone's. */
async function openFirefox(): Promise<PlaywrightsPage> {
  const executablePath = process.env['FIREFOX'];
  const browser = await firefox.launch({ channel: 'moz-firefox', ...(executablePath && { executablePath }) });
  return new PlaywrightsPage(await browser.newPage({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' }));
}

/** A page that Playwright drives. */
class PlaywrightsPage implements EnginePage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async goto(url: string): Promise<void> {
    await this.#page.goto(url);
  }

  async reload(): Promise<void> {
    await this.#page.reload();
  }

  run<Given extends readonly unknown[], Result>(
    give: (...given: Given) => Result,
    ...given: Given
  ): Promise<Awaited<Result>> {
    return this.#page.evaluate(`(${String(give)})(...${JSON.stringify(given)})`);
  }

  async click(selector: string, which: Which = {}): Promise<void> {
    await (await this.#find(selector, which)).click();
  }

  async type(selector: string, text: string): Promise<void> {
    await expect(async () => {
      const field = await this.#find(selector);
      const keys = americanKeys(await field.getAttribute('type'), text);
      await (keys === undefined ? field.selectText() : field.focus());
      // By the keys: React doesn't see what Playwright fills in in Firefox.
      await this.#page.keyboard.type(keys?.join('') ?? text);
      // The page may have taken the focus meanwhile, as after a step.
      expect(await field.inputValue()).toBe(text);
    }).toPass();
  }

  async press(selector: string, key: Key): Promise<void> {
    await (await this.#find(selector)).press(key);
  }

  async #find(selector: string, { words, last = false }: Which = {}): Promise<ElementHandle> {
    const script = `(${String(findInPage)})(...${JSON.stringify([selector, words?.source ?? '', words?.flags ?? '', last])})`;
    // Playwright's own waiting is by eval(), which the site's policy refuses.
    let found: ElementHandle | null = null;
    await expect
      .poll(async () => (found = (await this.#page.evaluateHandle(script).catch(() => null))?.asElement() ?? null))
      .not.toBeNull();
    return found!;
  }

  close(): Promise<void> {
    return this.#page.context().browser()!.close();
  }

  async cookies(): Promise<readonly Cookie[]> {
    const cookies = await this.#page.context().cookies();
    return cookies.map((cookie) => ({ ...cookie, expiry: cookie.expires }));
  }
}

/** Opens a page of the site, and waits until its script has taken over. */
export async function openReady(page: EnginePage, url: string): Promise<void> {
  await page.goto(url);
  await untilReady(page);
}

/** The script of the page has taken over. */
export const untilReady = (page: EnginePage): Promise<boolean> =>
  until(page, () => document.documentElement.dataset['ready'] !== undefined);

/** The step that is shown, or the path of the page where there is none. */
export const placeOf = (page: EnginePage): Promise<string> => until(page, readPlace);

const readPlace = (): string =>
  document.querySelector<HTMLElement>('main [data-step]')?.dataset['step'] ?? location.pathname;

/** The page has gone on from here; resolves to where it is. */
export async function leave(page: EnginePage, place: string): Promise<string> {
  return until(
    page,
    (left) => {
      const step = document.querySelector<HTMLElement>('main [data-step]')?.dataset['step'];
      const now = step ?? (document.querySelector('main h1') ? location.pathname : left);
      return now !== left && now;
    },
    place,
  ) as Promise<string>;
}

/** A part of the step that is shown. */
export const inStep = (selector: string): string => `main [data-step] section ${selector}`;

/** Answers the step that is shown, as `answerStep` does; resolves to where that leads. */
export async function passStep(page: EnginePage): Promise<string> {
  const place = await placeOf(page);
  await answerStep(page);
  return leave(page, place);
}

/** Answers the step that is shown: a question with options by the first one. A loader goes on by itself. */
export async function answerStep(page: EnginePage): Promise<void> {
  const kind = await until(page, kindOfStep);
  if (kind === 'choice') await page.click(inStep('[role="radio"]'));
  if (kind === 'ticks') await page.click(inStep('label'));
  if (kind === 'slider') await moveSlider(page);
  if (kind === 'field') await page.type(inStep(':is(input, textarea)'), 'A word');
  if (kind !== 'choice' && kind !== 'loader') await goOn(page);
}

/** By a key, and by another one where the page has taken the focus meanwhile, as after a step: then the first is lost. */
async function moveSlider(page: EnginePage): Promise<void> {
  const slider = inStep('[type="range"]');
  const read = () =>
    until(page, (selector) => document.querySelector(selector)?.getAttribute('aria-valuetext'), slider);
  const before = await read();
  await expect(async () => {
    if ((await read()) === before) await page.press(slider, 'ArrowRight');
    await expect.poll(read, { timeout: 2_000 }).not.toBe(before);
  }).toPass({ timeout: 60_000 });
}

/** Presses the button that leads on from the step. */
export const goOn = (page: EnginePage): Promise<void> =>
  page.click('main [data-step] button:not([role])', { words: /^(?!Back|Atrás|Volver)/, last: true });

/** In the page: what the step that is shown asks for; nothing before it is there. */
function kindOfStep(): string | null {
  const section = document.querySelector('main [data-step] section');
  if (!section) return null;
  if (section.querySelector('[role="radio"]')) return 'choice';
  if (section.querySelector('input[type="checkbox"]')) return 'ticks';
  if (section.querySelector('input[type="range"]')) return 'slider';
  if (section.querySelector('input, textarea')) return 'field';
  if (section.querySelector('ul[aria-live]')) return 'loader';
  return document.querySelector('main [data-step] button:not([role])') && 'words';
}
