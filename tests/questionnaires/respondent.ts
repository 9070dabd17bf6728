import type { Locator, Page } from 'playwright';
import { expect } from '../harness/patient-expect.ts';
import { keyOf, wordsIn } from '../../engine/run/write-in.ts';
import { type Answer, type CompiledStep, type FunnelData, languageTag } from '../../engine/model.ts';

type GivenAnswers = Readonly<Record<string, Answer>>;
/** What is written into the fields of the second unit, by step. */
type Written = Readonly<Record<string, readonly string[]>>;

/** Whether a tap that answers leads on at once. */
const leadsOn = (step: CompiledStep, answer: Answer) =>
  (step.type === 'single_choice' && keyOf(String(answer)) === answer) ||
  step.type === 'select' ||
  (step.type === 'number' && step.input === 'scale');

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
    answers: GivenAnswers,
    { until, written = {} }: { until?: string; written?: Written } = {},
  ): Promise<readonly string[]> {
    const passed: string[] = [];
    for (;;) {
      const id = await this.#step();
      if (id === null || id === until) return passed;
      if (passed.includes(id)) throw new Error(`${id} is shown twice.`);
      const form = this.#page.locator(`main [data-step="${id}"] section`);
      await this.#pass(form, id, answers, written);
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

  async #pass(form: Locator, id: string, answers: GivenAnswers, written: Written): Promise<void> {
    const { steps } = this.#data.funnel;
    const at = steps.findIndex((each) => each.id === id);
    const step = steps[at]!;
    if (step.type === 'loader') return;
    const fields = step.type === 'group' ? steps.slice(at + 1, at + 1 + step.fields) : [];
    for (const field of fields)
      if (field.id in answers)
        await this.#give(form.locator(`[data-field="${field.id}"]`), field, answers[field.id]!, written[field.id]);
    const answer = answers[id];
    if ('field' in step && answer === undefined)
      expect(step.optional ?? ('required' in step && !step.required), `an answer to ${id}`).toBe(true);
    if (answer !== undefined) {
      await this.#give(form, step, answer, written[id]);
      if (leadsOn(step, answer)) return;
    }
    await form
      .locator(answer === undefined ? 'button' : 'button:not([data-skip])')
      .filter({ hasNotText: /^(Back|Atrás|Volver)$/ })
      .last()
      .click();
  }

  /** Answers one question, without going on where its control doesn't do that by itself. */
  async #give(form: Locator, step: CompiledStep, answer: Answer, written?: readonly string[]): Promise<void> {
    const { options = {} } = this.#data.words.steps[step.id]!;
    const label = (chosen: unknown) => {
      const words = options[keyOf(String(chosen))]!;
      return typeof words === 'string' ? words : words.label;
    };
    const whole = (chosen: unknown) => {
      const words = options[keyOf(String(chosen))]!;
      return typeof words === 'string' || words.note === undefined ? label(chosen) : `${words.label} ${words.note}`;
    };
    const textbox = form.getByRole('textbox');
    if (step.type === 'single_choice') await form.getByRole('radio', { name: whole(answer), exact: true }).click();
    if (step.type === 'select') await form.getByRole('option', { name: whole(answer), exact: true }).click();
    if (step.type === 'multiple_choice')
      for (const key of answer as readonly string[]) await form.getByRole('checkbox', { name: label(key) }).click();
    if (step.type === 'rank')
      for (const key of (answer as readonly string[]).slice(0, -1))
        // the last has the place that is left
        await form.getByRole('checkbox', { name: label(key) }).click();
    const writtenIn = 'writeIn' in step && step.writeIn && wordsIn(answer, step.writeIn.key);
    if (writtenIn) await textbox.fill(writtenIn);
    if (step.type === 'consent' && answer === 'yes') await form.getByRole('checkbox').check();
    if (step.type === 'number' && step.input === 'scale')
      await form.getByRole('radio', { name: new RegExp(`^${String(answer)}\\b`) }).click();
    if (step.type === 'number' && step.input === 'slider')
      for (const value of [step.min, step.max, answer])
        // one that isn't moved gives no answer
        await form.getByRole('slider').fill(String(value));
    if (step.type === 'number' && step.input === 'field') {
      if (step.units)
        await form
          .locator('label:has([type="radio"])')
          .nth(written ? 1 : 0)
          .click();
      for (const [at, text] of (written ?? [this.#written(answer as number)]).entries())
        await textbox.nth(at).fill(text);
    }
    if (step.type === 'matrix')
      for (const cell of answer as readonly string[])
        await form
          .locator('label')
          .filter({ has: this.#page.locator(`[data-cell="${cell}"]`) })
          .click();
    if (['text', 'email', 'phone'].includes(step.type)) await textbox.fill(String(answer));
    if (step.type === 'date' || step.type === 'time')
      await form.locator(`input[type="${step.type}"]`).fill(String(answer));
  }

  /** As people write it, with a comma in Spanish. */
  #written(number: number): string {
    return new Intl.NumberFormat(languageTag(this.#data.words.locale), { useGrouping: false }).format(number);
  }
}
