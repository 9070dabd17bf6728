import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulateVisits } from '../../../engine/author/simulate/simulate-visits.ts';
import { describeVisits } from '../../../engine/author/prove/describe-visits.ts';
import { compareFunnels } from '../../../engine/author/diff/compare-funnels.ts';
import { checkAnswer, checkAnswers } from '../../../engine/run/answers.ts';
import { toResult } from '../../../engine/run/result.ts';
import { build, expectProblem, expectValid } from '../author/harness.ts';
import { ordersOf } from '../run/reference-visit.ts';

const keys = ['sleep', 'work', 'family', 'money'];
const scored = '{ sleep: { score: 2, next: nights }, work: { score: 1 }, family: {}, money: {} }';
const flow = (options = scored, when = 'score >= 2', second = 'cares == "work"') => `funnel: cares
path: /cares
storage_key: wizardCares
locales: [en]
steps:
  - id: cares
    type: rank
    options: ${options}
  - { id: days, type: info, next: finish }
  - { id: nights, type: info }
outcomes:
  rest: { when: '${when}', topics: [wind-down] }
  pause: { when: '${second}', topics: [wind-down] }
  other: { else: true, topics: [wind-down] }
finish: results
`;
const labels = 'sleep: Sleep, work: Work, family: Family, money: Money';
const words = (options = labels) => `funnel: { name: Cares, description: Cares }
steps:
  cares: { title: What matters most?, options: { ${options} } }
  days: { title: Days }
  nights: { title: Nights }
outcomes:
  rest: { title: Rest, summary: 'Your order: {{cares}}.' }
  pause: { title: Pause, summary: Pause }
  other: { title: Other, summary: Other }
`;
const files = (text = flow(), texts = words()) => [
  { name: 'cares.yaml', text },
  { name: 'cares.en.yaml', text: texts },
];
const built = expectValid(files())[0]!;
const { funnel } = built;
const checked = (...cares: readonly unknown[]) => {
  const check = checkAnswers(funnel, { cares });
  return check.ok ? check : check.problems[0]!.code;
};

test('an order is all options, each once, and is kept as the visitor gave it', () => {
  expect(checked('family', 'sleep', 'money', 'work')).toMatchObject({
    answers: { cares: ['family', 'sleep', 'money', 'work'] },
  });
  expect(checked('family', 'sleep', 'money')).toBe('required');
  expect(checked()).toBe('required');
  expect(checkAnswer(funnel.steps[0]!, ['family', 'sleep', 'money', 'sleep'])).toBe('too_many');
  expect(checkAnswer(funnel.steps[0]!, ['family', 'sleep', 'money', 'work', 'work'])).toBe('too_many');
  expect(checked('family', 'sleep', 'money', 'pets')).toBe('unknown_option');
  expect(checked(1, 2, 3, 4)).toBe('wrong_type');
  expect(checkAnswers(funnel, { cares: 'sleep' })).toMatchObject({ problems: [{ code: 'wrong_type' }] });
});

test('conditions, points and ways look at the option that stands first', () => {
  const [asleep, atWork] = [checked('sleep', 'work', 'family', 'money'), checked('work', 'sleep', 'family', 'money')];
  expect(asleep).toMatchObject({ outcome: 'rest', totals: { score: 2 }, path: ['cares', 'nights'] });
  expect(atWork).toMatchObject({ outcome: 'pause', totals: { score: 1 }, path: ['cares', 'days'] });
  expect(checked('money', 'sleep', 'work', 'family')).toMatchObject({ outcome: 'other', totals: { score: 0 } });
  expect(funnel.dimensions).toEqual([{ name: 'score', least: 0, most: 2 }]);
});

test('a recall says the whole order', () => {
  const result = toResult({ funnel, words: built.words['en']! }, { cares: ['sleep', 'money', 'family', 'work'] });
  expect(result!.summary).toBe('Your order: Sleep, Money, Family, and Work.');
});

test('an order goes on under new names of its options, in the same order', () => {
  const renamed = flow(scored.replace('work: {', 'job: { renamed_from: work,'), 'score >= 2', 'cares == "job"');
  const after = expectValid(files(renamed, words(labels.replace('work', 'job'))))[0]!;
  expect(checkAnswers(after.funnel, { cares: ['work', 'sleep', 'money', 'family'] })).toMatchObject({
    answers: { cares: ['job', 'sleep', 'money', 'family'] },
    outcome: 'pause',
  });
  expect(compareFunnels(built, after).losses).toEqual([]);
  const more = expectValid(files(flow(scored.replace(' }', ' }, pets: {}')), words(`${labels}, pets: Pets`)))[0]!;
  const [loss] = compareFunnels(built, more).losses;
  expect(loss!.message).toContain('no place for an option that is new');
});

test('proofs see each option first once, and count every order', () => {
  expect(describeVisits(funnel)).toMatchObject({
    visits: 24n,
    outcomes: [{ visits: 6n }, { visits: 6n }, { visits: 12n }],
  });
  const eight = Array.from({ length: 8 }, (_, at) => `o${at}`);
  const long = flow(`{ ${eight.map((key) => `${key}: {}`).join(', ')} }`, 'cares == "o7"', 'cares in ["o1", "o2"]');
  const many = long.replace('next: finish }', 'next: finish, show_if: cares != "o3" }');
  const [{ funnel: large }] = expectValid(files(many, words(eight.map((key) => `${key}: Text`).join(', ')))) as [
    typeof built,
  ];
  expect(describeVisits(large).visits).toBe(40_320n);
});

const anyOptions = fc.tuple(...keys.map(() => fc.integer({ min: -1, max: 2 })));
const anyCondition = fc.oneof(
  fc.constantFrom(...keys).map((key) => `cares == "${key}"`),
  fc.constantFrom(...keys).map((key) => `not (cares in ["${key}", "money"])`),
  fc.integer({ min: -1, max: 3 }).map((least) => `score >= ${least}`),
);

test('what proofs refute no order comes to, and what they let pass some order does', () => {
  fc.assert(
    fc.property(anyOptions, anyCondition, anyCondition, (points, when, second) => {
      const options = `{ ${keys.map((key, at) => `${key}: { score: ${points[at]} }`).join(', ')} }`;
      const text = flow(options, when, second).replace('  - { id: nights, type: info }\n', '');
      const { funnels, problems } = build(files(text, words().replace('  nights: { title: Nights }\n', '')));
      const reached = new Set<string>();
      const isFirst = (condition: string, [first = '']: readonly string[]) =>
        condition.startsWith('score')
          ? points[keys.indexOf(first)]! >= Number(condition.slice(9))
          : condition.startsWith('not')
            ? first !== 'money' && !condition.includes(`"${first}"`)
            : condition.includes(`"${first}"`);
      for (const order of ordersOf(keys)) {
        const outcome = isFirst(when, order) ? 'rest' : isFirst(second, order) ? 'pause' : 'other';
        reached.add(outcome);
        const check = funnels[0] && checkAnswers(funnels[0].funnel, { cares: order });
        if (check) expect(check).toMatchObject({ outcome });
      }
      expect(funnels.length === 1, problems.map(({ message }) => message).join('\n')).toBe(reached.size === 3);
    }),
    { numRuns: 15 },
  );
});

test('simulated visitors give every order', () => {
  const visits = [...simulateVisits(funnel, { visitors: 500, seed: 'orders', stay: 1 })];
  expect(new Set(visits.map(({ answers }) => String(answers['cares']))).size).toBe(24);
});

test('an order that is too long, compared as a list, or asked for its others is a problem that says what to do', () => {
  const nine = Array.from({ length: 9 }, (_, at) => `o${at}`);
  const long = flow(`{ ${nine.map((key) => `${key}: {}`).join(', ')} }`, 'cares == "o7"', 'cares == "o1"');
  const tooLong = expectProblem(files(long, words(nine.map((key) => `${key}: Text`).join(', '))), 'too_many', 8, 14);
  expect(tooLong.message).toBe('"options" must have at most 8 entries.');
  const has = expectProblem(files(flow(scored, 'score >= 2', 'cares has "work"')), 'not_multiple', 13, 19);
  expect(has.hint).toBe('Write cares == "work": it stands first. Or place(cares, "work") <= 2.');
  expectProblem(files(flow(scored, 'score >= 2', 'cares == "pets"')), 'unknown_option', 13, 28);
  const one = build(files(flow('{ sleep: {} }', 'score >= 2'), words('sleep: Sleep'))).problems;
  expect(one.map(({ code }) => code)).toContain('too_few');
});
