import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { checkEdit } from '../../../engine/author/diff/check-edit.ts';
import { exampleOutcomes } from '../../../engine/author/prove/describe-visits.ts';
import type { Answers } from '../../../engine/model.ts';
import { formatProblem } from '../../../engine/problem.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import { createFunnelMachine } from '../../../engine/run/machine.ts';
import { resumeVisit } from '../../../engine/run/resume-visit.ts';
import { saveVisit } from '../../../engine/run/save-visit.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import { readFunnelFiles } from '../../../scripts/build/load-site.ts';
import { buildCase, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('left-rows');
const { funnel, words } = funnels[0]!;
const machine = createFunnelMachine(funnel);

const byRow = (cells: Answers[string] = []) =>
  Object.fromEntries((cells as readonly string[]).map((cell) => cell.split('.') as [string, string]));

/** The right result, worked out without the engine. */
function expected({ week, seen }: Answers) {
  const { fresh, ...others } = byRow(week);
  const help = byRow(seen);
  const points: Readonly<Record<string, number>> = { never: 0, some: 1, often: 3 };
  const worries = Object.entries(others).map(([row, cell]) => (row === 'calm' ? 3 - points[cell]! : points[cell]!));
  const answered = worries.length + (fresh === undefined ? 0 : 1);
  const mean = answered === 0 ? undefined : worries.reduce((sum, each) => sum + each, 0) / answered;
  const energy = fresh === undefined ? 0 : points[fresh]!;
  const some = [...Object.values(others), fresh].filter((cell) => cell === 'some').length;
  const outcome =
    answered >= 3 && mean! >= 1.5
      ? 'worried'
      : energy >= 3 && (mean ?? 0) + energy > 3.5
        ? 'lively'
        : (help['doctor'] === 'done' && help['friend'] === 'done') || (others['alone'] === undefined && some >= 2)
          ? 'seen'
          : answered === 0 && Object.keys(help).length === 0
            ? 'silent'
            : 'plain';
  return { outcome, mean: mean === undefined ? 'nothing' : (Math.round(mean * 100 + 1e-9) / 100).toFixed(2) };
}

test('a matrix whose rows may be left out has no problem, and all of it is decided', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
  expect([...exampleOutcomes(funnel).keys()].toSorted()).toEqual(['lively', 'plain', 'seen', 'silent', 'worried']);
});

test('visitors by chance, who go back too, come to the right outcome, and the server reads the same of them', () => {
  const rows = new Set<number>();
  for (const { answers, outcome, reported, summary } of visitsOf(funnels[0]!, 2000)) {
    const right = expected(answers);
    expect({ outcome, reported }).toEqual({ outcome: right.outcome, reported: right.outcome });
    expect(summary).toContain(`${right.mean}: `);
    expect('why_tense' in answers).toBe(byRow(answers['week'])['tense'] === 'often' && 'why_tense' in answers);
    expect('when' in answers).toBe(byRow(answers['seen'])['doctor'] !== undefined);
    rows.add(Object.keys(byRow(answers['week'])).length);
  }
  expect(rows).toEqual(new Set([0, 1, 2, 3, 4, 5]));
});

test('rows that are left out are stored nowhere, and Back and a reload show what was answered', () => {
  const actor = createActor(machine, { input: {} }).start();
  actor.send({ type: 'ANSWER', value: ['tired.some', 'tense.never'] });
  expect(actor.getSnapshot().value).toBe('both');
  actor.send({ type: 'BACK' });
  const saved = resumeVisit(machine, funnel, saveVisit(funnel, actor.getSnapshot()));
  for (const snapshot of [actor.getSnapshot(), saved])
    expect(toScreen({ funnel, words: words['es']! }, snapshot)).toMatchObject({
      stepId: 'week',
      required: false,
      answer: ['tense.never', 'tired.some'],
    });
  actor.send({ type: 'ANSWER', value: [] });
  expect(actor.getSnapshot().value).toBe('none');
});

/** What the server makes of these answers: the outcome, or what is wrong. */
const outcomeOf = (week: unknown, seen?: unknown) => {
  const check = checkAnswers(funnel, { ...(week !== undefined && { week }), ...(seen !== undefined && { seen }) });
  return check.ok ? check.outcome : check.problems[0]!.code;
};

test('the server takes each row or none of it, and not twice', () => {
  expect(outcomeOf(undefined)).toBe('silent');
  expect(outcomeOf(['tired.never'])).toBe('plain');
  expect(outcomeOf(undefined, ['friend.not_yet'])).toBe('plain');
  expect(outcomeOf(['tired.never', 'tired.some'])).toBe('too_many');
  expect(outcomeOf(['tired.always'])).toBe('unknown_option');
});

test.each([
  ['answered(week, "tense") and week has', 'week has', ['answer_missing']],
  ['answered(week, "tense")', 'answered(week, "tens")', ['unknown_option']],
  ['answered(week, "tense")', 'answered(week, tense)', ['wrong_arguments']],
  ['answered(week, "tense")', 'answered(why_tense, "tense")', ['wrong_arguments']],
  ['count(week) >= 3 and worry', 'worry', ['division_by_zero']],
  ['count(week) >= 3', 'count(week) >= 6', ['outcome_unreachable']],
  ['count(week) >= 3 and worry >= 1.5', 'count(week) == 5 and score < 0', ['outcome_unreachable']],
  ['not answered(week) }', 'not answered(week) and count(week) > 0 }', ['step_unreachable']],
  ['required: false', 'required: 0', ['wrong_type']],
])('%s → %s is %j', (from, to, codes) => {
  const { problems: told } = buildCase('left-rows', (text) => text.replace(from, to));
  expect(
    told.map(({ code }) => code),
    told.map((problem) => formatProblem(problem)).join('\n'),
  ).toEqual(codes);
});

test('once every row has to be answered, asking whether one was is always true', () => {
  const { problems: told } = buildCase('left-rows', (text) => text.replace('required: false\n    rows', 'rows'));
  expect(told.map(({ code }) => code)).toEqual(['step_unreachable', 'outcome_unreachable']);
});

const asking = (text: string) =>
  text.replace('          required: false,\n', '').replace(' and not answered(seen)', '');

test('to ask for every row of a published question loses the answers of those who left some out, and the other way none', () => {
  const all = buildCase('left-rows', asking).funnels[0]!;
  const [problem, ...others] = checkEdit({
    before: funnel,
    after: all.funnel,
    flowFile: readFunnelFiles('tests/cases').find(({ name }) => name === 'tests/cases/left-rows.yaml')!,
  });
  expect(others).toEqual([]);
  expect(problem!.line).toBe(23); // in the group
  expect(problem!.message).toContain('no answer to a row that is new, or that could be left out');
  expect(checkEdit({ before: all.funnel, after: funnel, flowFile: { name: '', text: '' } })).toEqual([]);
});
