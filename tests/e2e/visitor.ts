import type { Locator, Page } from '@playwright/test';
import { expect } from '../harness/patient-expect.ts';

/** What a visitor can see and do in a quiz, whatever its steps are. */
export class Visitor {
  readonly page: Page;
  readonly step: Locator;
  readonly heading: Locator;
  readonly back: Locator;
  /** How far the quiz says it is, such as `3/16`: told just after the step itself is there. */
  readonly progress: Locator;

  constructor(page: Page) {
    this.page = page;
    this.step = page.locator('main [data-step]');
    this.heading = page.locator('main h1:visible'); // what can follow stands ready, unseen
    this.progress = this.step.getByText(/^\d+\/\d+$/);
    this.back = page.locator('main').getByRole('button', { name: /^(Back|Atrás|Volver)$/ });
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await expect(this.step).toBeVisible();
  }

  stepId(): Promise<string> {
    return this.step.getAttribute('data-step').then((id) => id ?? '');
  }

  /** Answers the step on the screen, by its nth option where it has options, and waits until it is left. */
  async pass(nth = 0): Promise<string> {
    return this.passStep(await this.stepId(), nth);
  }

  private async passStep(id: string, nth: number): Promise<string> {
    const main = this.page.locator(`main [data-step="${id}"] section`);
    // A control may come later than the words; a loader's is a list, and may have gone on by now.
    const control = main.locator(':is(button, input, textarea, ul[aria-live])').first();
    const other = this.page.locator(`:root:not(:has(main [data-step="${id}"]))`);
    await control.or(other).first().waitFor({ state: 'attached' });
    const radios = main.getByRole('radio');
    const boxes = main.getByRole('checkbox');
    const choices = await radios.count();
    if (choices > 0) {
      const leadsOn = (await main.locator('[data-tap="answer"]').count()) > 0;
      await radios.nth(nth % choices).click();
      if (!leadsOn) await this.continueIfThere(id);
    } else {
      const ticks = await boxes.count();
      if (ticks > 0) await boxes.nth(nth % ticks).click();
      const text = main.getByRole('textbox');
      if ((await text.count()) > 0)
        await text.fill((await text.getAttribute('type')) === 'email' ? 'a@b.example' : 'A word');
      const number = main.getByRole('spinbutton');
      if ((await number.count()) > 0) await number.fill((await number.getAttribute('min')) || '1');
      const date = main.locator('input[type="date"]');
      if ((await date.count()) > 0) await date.fill((await date.getAttribute('max'))!);
      const time = main.locator('input[type="time"]');
      if ((await time.count()) > 0) await time.fill((await time.getAttribute('min'))!);
      const slider = main.getByRole('slider');
      if ((await slider.count()) > 0) await slider.press('ArrowRight');
      await this.continueIfThere(id);
    }
    await expect(this.page.locator(`main [data-step="${id}"]`)).toHaveCount(0);
    return id;
  }

  /** Goes on until the results are shown; returns the ids of the steps passed. */
  async finish(nth: (step: number) => number = () => 0): Promise<string[]> {
    const passed: string[] = [];
    for (let step; (step = await this.stepOrEnd()) !== null;) {
      if (passed.length > 40) throw new Error(`This quiz does not end: ${passed.join(' ')}`);
      passed.push(await this.passStep(step, nth(passed.length)));
    }
    await this.page.waitForURL('**/results');
    return passed;
  }

  /** The step on the screen; null where the results are asked for, which a loader leads to by itself. */
  private async stepOrEnd(): Promise<string | null> {
    const place = await this.page.waitForFunction(() =>
      location.pathname === '/results'
        ? '/results'
        : document.querySelector<HTMLElement>('main [data-step]')?.dataset['step'],
    );
    const step = await place.jsonValue();
    return step === '/results' ? null : step!;
  }

  async savedEntry(key: string): Promise<Record<string, unknown> | null> {
    return this.page.evaluate(async (name) => {
      // A visit is saved after the paint of the step (web/quiz/after-step.ts).
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 20)));
      return JSON.parse(localStorage.getItem(name) ?? 'null') as never;
    }, key);
  }

  private async continueIfThere(id: string): Promise<void> {
    const button = this.page.locator(`main [data-step="${id}"]`).getByRole('button').filter({ visible: true });
    const forward = button.filter({ hasNotText: /^(Back|Atrás|Volver)$/ });
    if ((await forward.count()) > 0) await forward.last().click();
  }
}

/**
 * Firefox says so where it has itself cut short what a service worker was answering; of an answer that the worker refused
 * or that failed it says something else. A file that the page then lacks is seen by the journey.
 */
const cutShort = /A ServiceWorker intercepted the request and encountered an unexpected error/;

/** Fails the test on errors that a visitor would not see but that are mistakes all the same. */
export function failOnErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !cutShort.test(message.text())) errors.push(message.text());
  });
  return errors;
}

export async function speak(page: Page, locale: string): Promise<void> {
  await page.context().addCookies([{ name: 'locale', value: locale, domain: '127.0.0.1', path: '/' }]);
}

/**
 * Presses Tab until the focus is on what this selector matches. In Firefox it must lie ahead, or behind with Shift+Tab: the
 * page gets no focus again once Tab has left it.
 */
export async function tabTo(page: Page, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${selector} can't be reached by Tab`);
}
