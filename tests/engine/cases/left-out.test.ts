import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { exampleOutcomes } from '../../../engine/author/prove/describe-visits.ts';
import type { Answers } from '../../../engine/model.ts';
import { formatProblem } from '../../../engine/problem.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import { createFunnelMachine } from '../../../engine/run/machine.ts';
import { buildCase, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('left-out');
const { funnel } = funnels[0]!;

/** The right outcome, worked out without the engine. */
function expected({ mood, place, bedtime, hours, cares }: Answers): string {
  const [hour = 0, minute = 0] = String(bedtime ?? '')
    .split(':')
    .map(Number);
  const inBed = bedtime === undefined ? 0 : ((30 - hour) * 60 - minute) % 1440;
  const points = { calm: 1, tense: 3 }[String(mood)] ?? 0;
  const first = Array.isArray(cares) ? (cares as readonly string[])[0] : undefined;
  const score = points + (place === 'home' ? 2 : 0) + (first === 'sleep' ? 4 : 0);
  if (Number(hours ?? 0) + inBed / 60 >= 12 && score >= 3) return 'known';
  if (first === 'sleep' || mood === 'tense') return 'sleep';
  return mood === undefined && hours === undefined ? 'nothing' : 'rest';
}

test('a funnel whose questions may be left out has no problem, and all of it is decided', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
  expect([...exampleOutcomes(funnel).keys()].toSorted()).toEqual(['known', 'nothing', 'rest', 'sleep']);
});

test('visitors by chance, who go back too, come to the right outcome, and the server reads the same of them', () => {
  const left = new Map<string, number>();
  for (const { answers, outcome, reported } of visitsOf(funnels[0]!, 1000)) {
    expect({ outcome, reported }).toEqual({ outcome: expected(answers), reported: expected(answers) });
    for (const step of funnel.steps)
      if ('field' in step && answers[step.field] === undefined) left.set(step.field, (left.get(step.field) ?? 0) + 1);
  }
  expect([...left.keys()].toSorted()).toEqual(['bedtime', 'cares', 'hours', 'mood', 'place', 'since']);
});

test('what was answered is taken back by leaving it out', () => {
  const actor = createActor(createFunnelMachine(funnel), { input: {} }).start();
  const answers = () => actor.getSnapshot().context.journey;
  actor.send({ type: 'ANSWER', value: 'tense' });
  const before = JSON.stringify(answers());
  actor.send({ type: 'BACK' });
  actor.send({ type: 'ANSWER', value: '' });
  expect(before).toContain('tense');
  expect(actor.getSnapshot().value).toBe('place');
  expect(checkAnswers(funnel, {})).toMatchObject({ ok: true, outcome: 'nothing' });
});

test.each([
  ['default(hours, 0)', 'hours', ['answer_missing']],
  ['(answered(cares) and cares == "sleep")', 'cares == "sleep"', ['answer_missing']],
  ['mood, type: single_choice, required: false', 'mood, type: single_choice, required: maybe', ['wrong_type']],
  ['place, type: select, required: false', 'place, type: select', []],
  ['show_if: not answered(mood) and', 'show_if: answered(mood) and not answered(mood) and', ['step_unreachable']],
])('%s → %s is %j', (from, to, codes) => {
  const { problems: told } = buildCase('left-out', (text) => text.replace(from, to));
  expect(told.map(({ code }) => code)).toEqual(codes);
});

test('a fallback is needed where an answer may have been left out', () => {
  const { problems: told } = buildCase('left-out', (text) => text.replace('{{mood|–}}', '{{mood}}'), undefined, '.en');
  expect(told.map(({ code }) => code)).toContain('recall_missing');
});
