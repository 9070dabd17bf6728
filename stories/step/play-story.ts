import { expect, waitFor } from 'storybook/test';
import type { Answer, Locale, Screen } from '../../engine/model.ts';
import { toScreen } from '../../engine/run/screen.ts';
import { rulesOf } from '../../engine/run/steps/index.ts';
import { problemOf } from '../../web/quiz/fields/field.tsx';
import { problemText } from '../../web/quiz/fields/other-fields.tsx';
import { siteWords } from '../environment/site-words.ts';
import type { FunnelStoryArgs, OutcomeArgs, StepArgs, StoryFunnel } from '../funnel-data.ts';
import { answerShown, putIn } from './controls.ts';
import { resultOf } from './result-of.ts';
import { pageLocale } from '../../web/session/cookies.ts';
import { startVisit } from './start-visit.ts';

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
  await expectHeading(page, screen.title);
  if (state === 'invalid') {
    await putIn(page, screen, answer);
    await expect(page.querySelector('[role="alert"]')).toHaveTextContent(wrongWords(screen, answer, locale));
  } else if (state === 'last') {
    await putIn(page, screen, answer);
    await waitFor(() => expect(page.querySelector('[data-outcome]')).toHaveAttribute('data-outcome', outcome));
    await expectHeading(page, screen.title);
  } else if (state === 'chosen') await expect(answerShown(page, screen)).toEqual(answer);
  else if (!page.querySelector('[type="range"]')) await expect(answerShown(page, screen)).toBeUndefined();
}

function screenOf({ funnel, words }: StoryFunnel, { visit }: StepArgs, locale: Locale): Screen {
  return toScreen({ funnel, words: words[locale]! }, startVisit(funnel, visit).getSnapshot())!;
}

/** What a control that nothing was put in hands over. A number field has no number then. */
function emptyAnswer(screen: Screen): Answer | undefined {
  return 'step' in screen ? undefined : rulesOf(screen).question?.nothing;
}

/** What the site says of an answer that can't be taken. */
function wrongWords(screen: Screen, answer: Answer | undefined, locale: Locale): string {
  const problem = problemOf(screen, answer ?? emptyAnswer(screen));
  if (!problem) throw new Error(`This answer to ${screen.stepId} is right.`);
  return problemText({ screen, problem, locale, t: siteWords[locale]!.getFixedT(locale, 'site') });
}

function headingOf(funnel: StoryFunnel, { shows, visit }: OutcomeArgs, locale: Locale): string {
  return shows === 'results' ? resultOf(funnel, visit, locale).title : siteWords[locale]!.t('plan:heading');
}

async function expectHeading(page: HTMLElement, text: string | RegExp): Promise<void> {
  await expect(page.querySelector('h1')).toHaveTextContent(text);
}
