import { expect, fireEvent, userEvent, waitFor } from 'storybook/test';
import type { Answer, Locale, Screen } from '../../engine/model.ts';
import { toScreen } from '../../engine/run/screen.ts';
import { rulesOf } from '../../engine/run/steps/index.ts';
import { plainText } from '../../engine/run/plain-text.ts';
import { keyOf, wordsIn } from '../../engine/run/write-in.ts';
import { siteWords } from '../environment/site-words.ts';
import type { FunnelStoryArgs, OutcomeArgs, StepArgs, StoryFunnel } from '../funnel-data.ts';
import { resultOf } from './result-of.ts';
import { startVisit } from './start-visit.ts';
import { problemOf } from '../../web/quiz/fields/field.tsx';
import { loadField } from '../../web/quiz/fields/index.ts';
import { pageLocale } from '../../web/session/cookies.ts';

export interface PlayContext {
  readonly args: FunnelStoryArgs;
  readonly canvasElement: HTMLElement;
}

/** Brings a story into its state the way a visitor would, and checks that it shows what it is named after. */
export async function playStory(funnel: StoryFunnel | null, { args, canvasElement }: PlayContext): Promise<void> {
  const locale = pageLocale();
  if (args.shows === 'problems' || !funnel) await expectHeading(canvasElement, /problem/);
  else if (args.shows === 'step') await playStep(canvasElement, screenOf(funnel, args, locale), { ...args, locale });
  else await expectHeading(canvasElement, headingOf(funnel, args, locale));
  // A recall that nothing was put in for, or the name of a text instead of the text.
  await expect(canvasElement).not.toHaveTextContent(/\{\{|\}\}|undefined|\[object/);
}

async function playStep(page: HTMLElement, screen: Screen, args: StepArgs & { locale: Locale }): Promise<void> {
  const { state, answer, outcome, locale } = args;
  await expectHeading(page, plainText(screen.title));
  if (state === 'invalid') {
    await putIn(page, screen, answer);
    await expect(page.querySelector('[role="alert"]')).toHaveTextContent(await wrongWords(screen, answer, locale));
  } else if (state === 'refused') {
    await putIn(page, screen, answer);
    await expect(page.querySelector('[role="alert"]')).toHaveTextContent(screen.check!);
  } else if (state === 'ended') {
    await expect(page).toHaveTextContent('timer' in screen ? screen.timer.ended : '');
  } else if (state === 'last') {
    await putIn(page, screen, answer);
    await waitFor(() => expect(page.querySelector('[data-outcome]')).toHaveAttribute('data-outcome', outcome));
    await expectHeading(page, plainText(screen.title));
  } else if (state === 'chosen') await expect(answerShown(page, screen)).toEqual(answer);
  else if (!page.querySelector('[type="range"]')) await expect(answerShown(page, screen)).toBeUndefined();
}

/** The step that a visit comes to. */
export function screenOf({ funnel, words }: StoryFunnel, { visit }: Pick<StepArgs, 'visit'>, locale: Locale): Screen {
  return toScreen({ funnel, words: words[locale]! }, startVisit(funnel, visit).getSnapshot())!;
}

/** What a control that nothing was put in hands over. A number field has no number then. */
function emptyAnswer(screen: Screen): Answer | undefined {
  return 'step' in screen ? undefined : rulesOf(screen).question?.nothing;
}

/** What the site says of an answer that can't be taken. */
async function wrongWords(screen: Screen, answer: Answer | undefined, locale: Locale): Promise<string> {
  const problem = problemOf(screen, answer ?? emptyAnswer(screen));
  if (!problem) throw new Error(`This answer to ${screen.stepId} is right.`);
  if (screen.writeIn && screen.writeIn.key === keyOf(String(answer)))
    return siteWords[locale]!.t('site:validation.fill');
  const { problemText } = await loadField(screen.type);
  return problemText!({
    screen,
    problem,
    locale,
    t: siteWords[locale]!.getFixedT(locale, 'site'),
  });
}

function headingOf(funnel: StoryFunnel, { shows, visit }: OutcomeArgs, locale: Locale): string {
  const { title, site } = resultOf(funnel, visit, locale);
  return plainText(shows === 'results' ? title : (site.plan_title ?? siteWords[locale]!.t('plan:heading')));
}

async function expectHeading(page: HTMLElement, text: string | RegExp): Promise<void> {
  await expect(page.querySelector('h1')).toHaveTextContent(text);
}

/** Puts an answer in and goes on, as a visitor would; without an answer, just goes on. Right or wrong is all the same. */
export async function putIn(page: HTMLElement, screen: Screen, answer: Answer | undefined): Promise<void> {
  // Choosing one row goes on by itself; all else has a button.
  const goesOn = 'button[type="submit"], button[data-tap="next"]:not([data-skip])';
  const button =
    page.querySelector<HTMLElement>(answer === undefined ? '[data-skip]' : goesOn) ??
    page.querySelector<HTMLElement>(goesOn);
  const rows = rowsOf(page);
  if (rows.length > 0) {
    for (const value of asList(answer)) {
      const row = rows[valuesOf(screen).indexOf(screen.writeIn ? keyOf(String(value)) : value)];
      if (row) await userEvent.click(row); // a box that stays unticked has none
      const words = screen.writeIn && wordsIn(value, screen.writeIn.key);
      if (words) await userEvent.type(page.querySelector('input[type="text"]')!, words);
    }
  } else if (answer !== undefined) await write(fieldOf(page)!, answer);
  const opened = page.querySelector<HTMLElement>(goesOn); // by an option to write in
  if (button ?? opened) await userEvent.click((button ?? opened)!);
}

/** The answer that the step's control shows as given; nothing where none is. A slider stands somewhere also before. */
function answerShown(page: HTMLElement, screen: Screen): Answer | undefined {
  const rows = rowsOf(page);
  const chosen = valuesOf(screen)
    .map((value, index) => ({ value, row: rows[index] }))
    .filter(({ row }) => row && isChosen(row))
    .toSorted((one, other) => placeOf(one.row) - placeOf(other.row))
    .map(({ value }) => value);
  if (Array.isArray(emptyAnswer(screen))) return chosen.length > 0 ? (chosen as string[]) : undefined;
  if (rows.length > 0) return chosen[0];
  const written = fieldOf(page)?.value;
  if (!written) return undefined;
  return 'step' in screen ? Number(written.replace(',', '.')) : written;
}

/** What the rows of a choice or the points of a scale stand for, in their order; none for other controls. */
function valuesOf(screen: Screen): readonly (string | number)[] {
  if ('options' in screen) return screen.options.map(({ key }) => key);
  if ('columns' in screen) return screen.rows.flatMap((row) => screen.columns.map(({ key }) => `${row.key}.${key}`));
  if ('consent' in screen) return ['yes'];
  if (!('input' in screen) || screen.input !== 'scale') return [];
  const count = Math.round((screen.max - screen.min) / screen.step) + 1;
  return Array.from({ length: count }, (_, index) => Number((screen.min + index * screen.step).toPrecision(12)));
}

function rowsOf(page: HTMLElement): readonly HTMLElement[] {
  return [
    ...page.querySelectorAll<HTMLElement>('[role="radio"], [role="option"], input[type="checkbox"], [data-cell]'),
  ];
}

/** Of a row whose order among the chosen ones is part of the answer. */
function placeOf(row: HTMLElement | undefined): number {
  return Number(row?.dataset['place'] ?? 0);
}

function isChosen(row: HTMLElement): boolean {
  return row instanceof HTMLInputElement ? row.checked : (row.ariaChecked ?? row.ariaSelected) === 'true';
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function fieldOf(page: HTMLElement): Field | null {
  return page.querySelector<Field>('input, textarea');
}

async function write(field: Field, answer: Answer): Promise<void> {
  if (['range', 'date', 'time'].includes(field.type))
    await fireEvent.change(field, { target: { value: String(answer) } });
  else {
    await userEvent.clear(field);
    await userEvent.type(field, String(answer));
  }
}

function asList(answer: Answer | undefined): readonly (string | number)[] {
  if (answer === undefined) return [];
  return typeof answer === 'object' ? answer : [answer];
}
