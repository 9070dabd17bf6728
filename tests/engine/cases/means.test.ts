import { expect, test } from 'vitest';
import { formatProblem } from '../../../engine/problem.ts';
import type { Answers } from '../../../engine/model.ts';
import { buildCase, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('mean-na');
const eases: Readonly<Record<string, number>> = { na: 0, low: 1, mid: 3 };

/** The right result, worked out without the engine. */
function expected({ parts, a, b, ...hours }: Answers) {
  const columns = (parts as readonly string[]).map((cell) => cell.split('.')[1]);
  const given = ['day', 'night', 'nap'].flatMap((id) => (hours[id] === undefined ? [] : [Number(hours[id])]));
  const mean = given.length > 0 ? given.reduce((sum, each) => sum + each, 0) / given.length : undefined;
  const often = columns.filter((column) => column === 'mid' || column === 'high').length;
  const ease = eases[String(a)]! + 3 - eases[String(b)]!;
  const high = columns.filter((column) => column === 'high').length;
  const outcome = mean !== undefined && mean >= 4 ? 'high' : ease >= 4 ? 'eased' : high >= 2 ? 'often' : 'low';
  return { outcome, mean, often };
}

test('means of what is answered, counts of rows and reversed points have no problem, and all is decided', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
});

test('they come to what they are on paper for each of two thousand visitors, and to the server', () => {
  const seen = new Set<string>();
  for (const { answers, outcome, reported, summary } of visitsOf(funnels[0]!, 2000)) {
    const { mean, often, ...right } = expected(answers);
    expect(outcome).toBe(right.outcome);
    expect(reported).toBe(outcome);
    const written = mean === undefined ? 'nothing' : (Math.round(mean * 100 + 1e-9) / 100).toFixed(2);
    expect(summary).toBe(`On average ${written} of ${often}.`);
    seen.add(`${outcome} ${mean === undefined}`);
  }
  expect(seen.size).toBeGreaterThan(5);
});

test.each([
  ['often >= 1', `'count(parts, "hi") >= 1'`, 'unknown_option'],
  ['often >= 1', `'count(parts, high) >= 1'`, 'wrong_arguments'],
  ['often >= 1', `'count(parts, "high", "mid") >= 1'`, 'wrong_arguments'],
  ['often >= 1', `'count(parts, "high") >= 4'`, 'step_unreachable'],
  ['often >= 1', 'mean(a) >= 1', 'type_mismatch'],
  ['default(hours, 0) >= 4', 'hours >= 4', 'division_by_zero'],
  ['reverse: true', 'reverse: 1', 'wrong_type'],
])('%s → %s is %s, told once', (from, to, code) => {
  const { problems: told } = buildCase('mean-na', (text) => text.replace(from, to));
  expect(told.map((problem) => problem.code)).toEqual([code]);
  if (code === 'division_by_zero') expect(told[0]!.message).toContain('none of what "mean(day, night, nap)" is of');
});
