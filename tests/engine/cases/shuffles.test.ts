import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../engine/run/steps/all.ts';
import { createRandom } from '../../../engine/author/random.ts';
import { exampleOutcomes } from '../../../engine/author/prove/describe-visits.ts';
import type { Screen, ScreenOption } from '../../../engine/model.ts';
import { formatProblem } from '../../../engine/problem.ts';
import { createFunnelMachine, take } from '../../../engine/run/machine.ts';
import { inputOf } from '../../../engine/run/page-log.ts';
import { decodeVisit, encodeVisit } from '../../../engine/replay/visit-log.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import { shuffled } from '../../../engine/run/shuffle.ts';
import { authoringOf } from '../../../engine/author/steps/index.ts';
import { initialTransition } from 'xstate';
import { runs } from '../author/runs.ts';
import { buildCase, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('shuffled');
const { funnel, words } = funnels[0]!;
const machine = createFunnelMachine(funnel);

const keysOf = (screen: Screen) =>
  ((screen as { readonly options?: readonly ScreenOption[] }).options ?? []).map(({ key }) => key);

/** The options that a visitor with this seed sees, screen by screen. */
function ordersSeen(seed: string | undefined, locale = 'en'): string[][] {
  const data = { funnel, words: words[locale]! };
  const orders: string[][] = [];
  let [snapshot] = initialTransition(machine, seed === undefined ? {} : { seed });
  for (let screen = toScreen(data, snapshot); screen; screen = toScreen(data, snapshot)) {
    orders.push(keysOf(screen));
    const step = funnel.steps.find(({ id }) => id === screen.stepId)!;
    const value = authoringOf(step.type).question!.samples(step)[0]!;
    snapshot = take(machine, snapshot, { type: 'ANSWER', value })!;
  }
  return orders;
}

const filesOrders = [
  ['friend', 'search', 'elsewhere', 'advert'],
  ['tea', 'books', 'music', 'none'],
  ['sleep', 'work', 'family'],
  ['a', 'b', 'c'],
];

test('a funnel with shuffled options has no problem, and all of it is decided', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
  expect([...exampleOutcomes(funnel).keys()].toSorted()).toEqual(['few', 'many']);
});

test('each visitor sees all options, the fixed ones in their places, and those that are not shuffled as in the file', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (seed) => {
      const orders = ordersSeen(seed);
      expect(orders.map((order) => order.toSorted())).toEqual(filesOrders.map((order) => order.toSorted()));
      expect([orders[0]![2], orders[1]![3], orders[3]]).toEqual(['elsewhere', 'none', filesOrders[3]]);
      expect(ordersSeen(seed, 'es')).toEqual(orders);
    }),
    { numRuns: runs(100) },
  );
});

test('without a seed, as in Storybook, options stand as in the file', () => {
  expect(ordersSeen(undefined)).toEqual(filesOrders);
});

test('each order is as likely as any other, and questions are shuffled independently of each other', () => {
  const options = ['a', 'b', 'c'].map((key) => ({ key }));
  const counts = new Map<string, number>();
  for (let visitor = 0; visitor < 7_200; visitor++) {
    const orders = ['one', 'other'].map((question) => shuffled(options, question, `visitor ${visitor}`));
    const both = orders
      .flat()
      .map(({ key }) => key)
      .join('');
    counts.set(both, (counts.get(both) ?? 0) + 1);
  }
  expect(counts.size).toBe(36);
  // 200 each: 0.1 % of honest dice are further off than 66.6 by this sum.
  const chi = [...counts.values()].reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0);
  expect(chi).toBeLessThan(66.6);
});

test('an option that is added or removed leaves the others in their order', () => {
  const options = [...'abcdefgh'].map((key) => ({ key }));
  fc.assert(
    fc.property(fc.subarray(options), fc.string(), (some, seed) => {
      const all = shuffled(options, 'a question', seed);
      expect(shuffled(some, 'a question', seed)).toEqual(all.filter((option) => some.includes(option)));
    }),
    { numRuns: runs(100) },
  );
});

test('what a page reports has the order that its visitor saw, also in the link by which the visit is played again', () => {
  const start = { version: funnel.version, locale: 'en', seed: 'visitor 7' };
  expect(inputOf(funnel, start)).toEqual({ seed: 'visitor 7' });
  const log = { funnel: funnel.id, version: funnel.version, input: inputOf(funnel, start), events: [] };
  expect(decodeVisit(encodeVisit(log))).toMatchObject({ log });
  const { steps, ...others } = funnel;
  const inOrder = { ...others, steps: steps.slice(3) };
  expect(inputOf(inOrder, start)).toEqual({});
});

test('visitors by chance come to the same outcomes as without an order of their own, and so does the server', () => {
  const points = new Map([
    ['friend', 1],
    ['advert', 2],
    ['tea', 1],
    ['music', 1],
  ]);
  for (const { answers, outcome, reported } of visitsOf(funnels[0]!, 500)) {
    const { heard, tried, cares } = answers as { heard: string; tried: string[]; cares: string[] };
    const score = [heard, ...tried].reduce((sum, key) => sum + (points.get(key) ?? 0), cares[0] === 'sleep' ? 2 : 0);
    expect(outcome).toBe(score >= 4 ? 'many' : 'few');
    expect(reported).toBe(outcome);
  }
});

test('answers are stored in the file’s order, whatever the visitor’s', () => {
  const random = createRandom('taps');
  const tried = funnel.steps[1]!;
  for (let visit = 0; visit < 100; visit++) {
    const answer = authoringOf(tried.type).question!.byChance(tried)(random) as readonly string[];
    const [before] = initialTransition(machine, { seed: `visitor ${visit}` });
    const asked = take(machine, before, { type: 'ANSWER', value: 'friend' })!;
    const { journey } = take(machine, asked, { type: 'ANSWER', value: answer.toReversed() })!.context;
    expect(journey.answers[1]!.answer).toEqual(filesOrders[1]!.filter((key) => answer.includes(key)));
  }
});

test.each([
  ['advert: { score: 2 }', 'advert: { score: 2, fixed: true }\n      other: { fixed: true }', []],
  [
    'friend: { score: 1 }\n      search: {}',
    'friend: { score: 1, fixed: true }\n      search: { fixed: true }',
    ['nothing_to_shuffle'],
  ],
  ['    shuffle: true\n    options:\n', '    options:\n', ['fixed_without_shuffle']],
  ['b: {}, c: {}', 'b: { fixed: true }, c: {}', ['fixed_without_shuffle']],
  ['{ id: last, type: single_choice,', '{ id: last, type: select, shuffle: true,', ['key_of_other_type']],
])('%s → %s is %j, told once', (from, to, codes) => {
  const { problems: told } = buildCase('shuffled', (text) => text.replace(from, to));
  expect(told.map(({ code }) => code).filter((code) => code !== 'text_missing')).toEqual(codes);
});
