import { expect, test } from 'vitest';
import { formatProblem } from '../../../engine/problem.ts';
import { evaluate } from '../../../engine/run/expression.ts';
import { writeOut } from '../../../engine/author/expression/write-out.ts';
import fc from 'fast-check';
import { buildCase, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('kinds');
const points: Readonly<Record<string, Readonly<Record<string, readonly [number, number, number]>>>> = {
  a: { leaves: [2, 0, 0], moves: [0, 2, 1], reads: [0, 0, 2] },
  b: { leaves: [1, 0, 1], moves: [0, 1, 0], reads: [0, 1, 1] },
  c: { leaves: [2, 1, 0], moves: [0, 2, 0], reads: [1, 0, 0] },
  d: { leaves: [0, 0, 0], moves: [0, 1, 0], reads: [0, 0, 3] },
};
/** Those with the most points first; of those with as many, the earlier in the file. */
const inOrder = (sums: Readonly<Record<string, number>>, names: readonly string[]) =>
  names.toSorted((one, other) => sums[other]! - sums[one]!);

test('a quiz for types has no problem, and all of it is decided', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
});

test.each([
  ['en', ['Calm', 'Energy', 'Focus'], (one: string, other: string) => `You are ${one}, then ${other}.`],
  ['es', ['Calma', 'Energía', 'Atención'], (one: string, other: string) => `Eres ${one}, y después ${other}.`],
] as const)('in %s each visitor reads the labels of the best two', (locale, labels, say) => {
  const seen = new Set<string>();
  for (const { answers, outcome, reported, summary } of visitsOf(funnels[0]!, 1000, locale)) {
    const rows = Object.entries(points).map(([id, options]) => options[String(answers[id])]!);
    const [calm, energy, focus] = [0, 1, 2].map((at) => rows.reduce((sum, row) => sum + row[at]!, 0)) as [
      number,
      number,
      number,
    ];
    const sums = { calm, energy, focus };
    // The file first gives points for calm, then for energy, then for focus.
    const [best, second] = inOrder(sums, ['calm', 'energy', 'focus']);
    const names: Readonly<Record<string, string>> = { calm: labels[0], energy: labels[1], focus: labels[2] };
    expect(summary).toBe(say(names[best!]!, names[second!]!));
    const [[, lesser], [better]] = [inOrder(sums, ['energy', 'focus']), inOrder(sums, ['calm', 'focus'])];
    const isEven = calm === energy && energy === focus;
    const expected = isEven ? 'even' : best === 'calm' ? best : lesser === better ? 'both' : best;
    expect(outcome).toBe(expected);
    expect(reported).toBe(outcome);
    seen.add(outcome);
  }
  expect(seen.size).toBeGreaterThan(3);
});

test('of any points the best is first and the second is next, a tie going to the earlier in the file', () => {
  const names = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5'];
  const written = fc.shuffledSubarray(names, { minLength: 2 });
  fc.assert(
    fc.property(written, fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }), (used, all) => {
      const sums = Object.fromEntries(names.map((name, at) => [name, all[at]!]));
      const scope = {
        answer: () => undefined,
        variable: (name: string) => sums[name],
        variant: () => undefined,
        query: () => undefined,
      };
      const values = used.map((name) => ({ kind: 'variable', name }) as const);
      const ranked = (['best', 'second'] as const).map((name) =>
        evaluate(writeOut(name, values, { keysOf: () => [], dimensions: names }), scope),
      );
      const inFile = names.filter((name) => used.includes(name));
      expect(ranked).toEqual(inOrder(sums, inFile).slice(0, 2));
    }),
  );
});

test.each([
  ['second(focus, calm, energy)', 'second(focus, calm, kind)', 'type_mismatch'],
  ['second(focus, calm, energy)', 'second(focus)', 'wrong_arguments'],
  ['second(focus, calm, energy)', 'second(focus, calm, focus)', 'wrong_arguments'],
  [`'second(focus, calm, energy)' }`, `'second(focus, calm, energy)', format: { decimals: 1 } }`, 'either_or'],
  [`'second(focus, calm, energy)' }`, `'kind' }`, 'not_a_number'],
  ['kind == "calm" }', 'kind == "clam" }', 'unknown_option'],
  ['kind == "calm" }', 'kind == calm }', 'type_mismatch'],
  ['kind == "calm" }', 'kind > 1 }', 'type_mismatch'],
  ['kind == "calm" }', 'after == "calm" and kind == "calm" }', 'step_unreachable'],
])('%s → %s is %s, told once', (from, to, code) => {
  const { problems: told } = buildCase('kinds', (text) => text.replace(from, to));
  expect(told.map((problem) => problem.code)).toEqual([code]);
});
