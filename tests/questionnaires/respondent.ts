import type { Locator, Page } from 'playwright';
import { expect } from '../harness/patient-expect.ts';
import { type Answer, type FunnelData, languageTag } from '../../engine/model.ts';

/** Somebody who fills in a questionnaire by what is on the screen, in the language of its words. */
export class Respondent {
  readonly #page: Page;
  readonly #data: FunnelData;

  constructor(page: Page, data: FunnelData) {
    this.#page = page;
    this.#data = data;
  }

  /** Gives these answers until the result is there, or this step; resolves to the steps that were passed. */
  async answer(
    answers: Readonly<Record<string, Answer>>,
    { until, written = {} }: { until?: string; written?: Readonly<Record<string, readonly string[]>> } = {},
  ): Promise<readonly string[]> {
    const passed: string[] = [];
    for (;;) {
      const id = await this.#step();
      if (id === null || id === until) return passed;
      if (passed.includes(id)) throw new Error(`${id} is shown twice.`);
      const form = this.#page.locator(`main [data-step="${id}"] section`);
      await this.#pass(form, id, answers[id], written[id]);
      await form.waitFor({ state: 'detached' });
      passed.push(id);
    }
  }

  /** The step on the screen; null once the quiz has been left. Its address may change a moment after its last step is gone. */
  async #step(): Promise<string | null> {
    const seen = await this.#page.waitForFunction((path) => {
      const step = document.querySelector<HTMLElement>('main [data-step]');
      return step?.dataset['step'] ?? !location.pathname.includes(path);
    }, this.#data.funnel.path);
    await this.#page.locator('main h1:visible').waitFor();
    const step = await seen.jsonValue();
    return typeof step === 'string' ? step : null;
  }

  async #pass(form: Locator, id: string, answer: Answer | undefined, written?: readonly string[]): Promise<void> {
    const step = this.#data.funnel.steps.find((each) => each.id === id)!;
    const { options = {} } = this.#data.words.steps[id]!;
    const label = (key: unknown) => {
      const words = options[String(key)]!;
      return typeof words === 'string' ? words : words.label;
    };
    if (step.type === 'loader') return;
    if (step.type === 'single_choice') return form.getByRole('radio', { name: label(answer), exact: true }).click();
    if (step.type === 'number' && step.input === 'scale')
      return form.getByRole('radio', { name: new RegExp(`^${String(answer)}\\b`) }).click();
    if (step.type === 'multiple_choice' || step.type === 'rank')
      for (const key of answer as readonly string[]) await form.getByRole('checkbox', { name: label(key) }).click();
    if (step.type === 'number') {
      if (step.units)
        await form
          .locator('label:has([type="radio"])')
          .nth(written ? 1 : 0)
          .click();
      for (const [at, text] of (written ?? [this.#written(answer as number)]).entries())
        await form.getByRole('textbox').nth(at).fill(text);
    }
    if (step.type === 'matrix')
      for (const cell of answer as readonly string[])
        await form
          .locator('label')
          .filter({ has: this.#page.locator(`[data-cell="${cell}"]`) })
          .click();
    if (step.type === 'email') await form.getByRole('textbox').fill(String(answer));
    if (step.type === 'date') await form.locator('input[type="date"]').fill(String(answer));
    if ('field' in step) expect(answer, `an answer to ${id}`).toBeDefined();
    await form
      .getByRole('button')
      .filter({ hasNotText: /^(Back|Atrás|Volver)$/ })
      .last()
      .click();
  }

  /** As people write it, with a comma in Spanish. */
  #written(number: number): string {
    return new Intl.NumberFormat(languageTag(this.#data.words.locale), { useGrouping: false }).format(number);
  }
}
