import type { Answers, AskedField, FunnelData, Screen } from '../../model.ts';
import { isOptional, isQuestion, noAnswer, tidyAnswer } from '../answer.ts';
import { lastAnswer, type Journey } from '../journey.ts';
import { stillOffered } from '../dependent-options.ts';
import { prefilled } from '../prefill.ts';
import { offeredStep, refusalOf } from '../refusal.ts';
import { toScreen } from '../screen.ts';
import { isHidden, pass, skip } from '../walk.ts';
import { lacksWords } from '../write-in.ts';
import type { StepRules } from './rules.ts';

/** Several questions on one screen. The visit passes it, then each of them with its answer. */
export const group: StepRules<'group'> = {
  screen({ fields }, { data, journey }) {
    const visit = journey as Journey;
    const given = data.funnel.steps.slice(visit.at + 1, visit.at + 1 + fields).flatMap((step, nth) => {
      const answer = lastAnswer(visit, visit.at + 1 + nth) ?? prefilled(step, data.words.steps[step.id]);
      return isQuestion(step) && answer !== undefined ? [[step.field, answer] as const] : [];
    });
    return { given: Object.fromEntries(given), ask: (answers) => [...fieldsShown(data, visit, answers)] };
  },
  question: null,
};

/**
 * What is asked of a visit at a group, each field after those above it. No check is made of what is wrong above it. An
 * option that still has to be written in is chosen for the fields below it.
 */
function* fieldsShown(data: FunnelData, visit: Journey, answers: Answers): Iterable<AskedField> {
  const { funnel } = data;
  let journey = pass(funnel, visit);
  let isRight = true;
  for (let step; (step = funnel.steps[journey.at]) && step.inGroup && isQuestion(step);) {
    if (isHidden(funnel, journey)) {
      journey = skip(funnel, journey);
      continue;
    }
    const { field } = step;
    const answer = stillOffered(offeredStep(funnel, journey), answers[field]);
    const missing = isOptional(step) ? null : 'required';
    const refusal = answer === undefined ? missing : refusalOf(funnel, journey, answer);
    const refused: AskedField['problem'] = refusal === 'check' && !isRight ? null : refusal;
    const problem: AskedField['problem'] = refused ?? (lacksWords(step, answer) ? 'required' : null);
    const shown = toScreen(data, { context: { journey, reported: [] } })!;
    const screen = { ...shown, ...(answer !== undefined && { answer }) } as Screen;
    yield { field, screen, answer: answer ?? noAnswer(step), problem };
    isRight &&= problem === null;
    const isTaken = answer !== undefined && refused === null;
    journey = pass(funnel, journey, isTaken ? tidyAnswer(step, answer) : undefined);
  }
}
