import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../engine/model.ts';
import { formatProblem } from '../../../engine/problem.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import { toResult } from '../../../engine/run/result.ts';
import { exampleOutcomes } from '../../../engine/author/prove/describe-visits.ts';
import { createRandom } from '../../../engine/author/random.ts';
import { buildQuestionnaires, filesOf, questionnaireIds } from '../../questionnaires/questionnaires.ts';

const today = '2026-11-23';
const built = Object.fromEntries(questionnaireIds.map((id) => [id, buildOne(id)]));

function buildOne(id: string) {
  const started = performance.now();
  const { funnels, problems, warnings } = buildQuestionnaires(filesOf(id), today);
  const told = [...problems, ...warnings].map((problem) => formatProblem(problem));
  return { data: funnels[0]!, told, seconds: (performance.now() - started) / 1000 };
}

type Answers = Readonly<Record<string, Answer>>;

/** The outcome of these answers; every question that is asked must be among them, and no other. */
function outcomeOf(id: string, answers: Answers): string {
  const check = checkAnswers(built[id]!.data.funnel, answers, { today });
  return check.ok ? check.outcome : `not a visit: ${JSON.stringify(check)}`;
}

/** What the result says in English. */
function resultOf(id: string, answers: Answers) {
  const { funnel, words } = built[id]!.data;
  return toResult({ funnel, words: words['en']! }, answers, { today })!;
}

const summaryOf = (id: string, answers: Answers): string => JSON.stringify(resultOf(id, answers).summary);

test.each(questionnaireIds)('%s has no problem, and all of it is decided within seconds', (id) => {
  const { told, seconds } = built[id]!;
  expect(told.join('\n\n')).toBe('');
  // Two seconds by itself; a busy machine fails no test.
  expect(seconds).toBeLessThan(20);
});

test('an outcome that few visits get has an example too, where there are too many for the shortest of each', () => {
  const { funnel } = built['minimum-wage']!.data;
  expect([...exampleOutcomes(funnel).keys()]).toEqual(funnel.outcomes.map(({ id }) => id));
});

describe('PHQ-9', () => {
  const items = ['interest', 'mood', 'sleep', 'energy', 'appetite', 'worth', 'focus', 'movement', 'harm'];
  const options = ['not_at_all', 'several_days', 'most_days', 'nearly_every_day'];
  const bands = [
    ...Array<string>(5).fill('minimal'),
    ...Array<string>(5).fill('mild'),
    ...Array<string>(5).fill('moderate'),
    ...Array<string>(5).fill('moderately_severe'),
    ...Array<string>(8).fill('severe'),
  ];

  test.each(bands.map((band, sum) => [sum, band] as const))('%i points are %s', (sum, band) => {
    const evenly = items.map((_, at) => Math.floor((sum + at) / items.length));
    const inTurn = items.map((_, at) => Math.min(3, Math.max(0, sum - 3 * at)));
    for (const points of [evenly, inTurn, inTurn.toReversed()]) {
      expect(points.reduce((total, each) => total + each)).toBe(sum);
      const answers = Object.fromEntries(items.map((item, at) => [item, options[points[at]!]!]));
      expect(outcomeOf('phq-9', answers)).toBe(band);
      const [bar] = resultOf('phq-9', answers).bars;
      expect(bar).toMatchObject({ percent: Math.round((100 * sum) / 27), points: { total: `${sum}`, most: '27' } });
    }
  });
});

describe('PSS-10', () => {
  const rows = {
    upset: 1,
    control: 1,
    nervous: 1,
    confident: -1,
    going_well: -1,
    cope: 1,
    irritations: -1,
    on_top: -1,
    angered: 1,
    piling_up: 1,
  };
  const options = ['never', 'almost_never', 'sometimes', 'fairly_often', 'very_often'];
  /** As published: what says the opposite counts from 4 to 0. */
  const scoreOf = (ratings: readonly number[]) =>
    Object.values(rows).reduce((total, sign, at) => total + (sign > 0 ? ratings[at]! : 4 - ratings[at]!), 0);

  function expectPublished(ratings: readonly number[]): number {
    const score = scoreOf(ratings);
    const answers = { month: Object.keys(rows).map((row, at) => `${row}.${options[ratings[at]!]}`) };
    expect(outcomeOf('pss-10', answers)).toBe(score <= 13 ? 'low' : score <= 26 ? 'moderate' : 'high');
    const [bar] = resultOf('pss-10', answers).bars;
    expect(bar).toEqual({
      dimension: 'score',
      label: 'PSS-10 score',
      percent: Math.round((100 * score) / 40),
      points: { total: `${score}`, most: '40' },
    });
    return score;
  }

  test('is scored as published: six items count from 0, four from 4, and the ends are 0 and 40', () => {
    for (const rating of [0, 1, 2, 3, 4]) expect(expectPublished(Array<number>(10).fill(rating))).toBe(16 + 2 * rating);
    const most = Object.values(rows).map((sign) => (sign > 0 ? 4 : 0));
    expect(expectPublished(most)).toBe(40);
    expect(expectPublished(most.map((rating) => 4 - rating))).toBe(0);
  });

  test('is scored as published, for each of a thousand visitors', () => {
    const random = createRandom('pss-10');
    const seen = new Set<number>();
    for (let visitor = 0; visitor < 1000; visitor++) {
      // Every other visitor is calmer or tenser than by chance, or the ends would never be seen.
      const bias = visitor % 3;
      const rate = () => Math.floor(5 * random.next());
      const tense = () => (bias === 0 ? rate() : bias === 1 ? Math.min(rate(), rate()) : Math.max(rate(), rate()));
      seen.add(expectPublished(Object.values(rows).map((sign) => (sign > 0 ? tense() : 4 - tense()))));
    }
    expect([...seen].some((score) => score <= 10) && [...seen].some((score) => score >= 30)).toBe(true);
  });
});

test("TIPI's outcome is the highest of five means, for each of a thousand visitors", () => {
  const pairs = [
    ['extraverted', 'extraverted', 'reserved'],
    ['agreeable', 'sympathetic', 'critical'],
    ['conscientious', 'dependable', 'disorganized'],
    ['stable', 'calm', 'anxious'],
    ['open', 'open', 'conventional'],
  ] as const;
  const random = createRandom('tipi');
  const seen = new Map<string, number>();
  for (let visitor = 0; visitor < 1000; visitor++) {
    // Every other visitor answers nearly alike, or there would be few who are balanced.
    const rate = () => (visitor % 2 ? 1 + Math.floor(7 * random.next()) : 4 + Math.floor(2 * random.next()));
    const answers = Object.fromEntries(
      pairs.flatMap(([, forwards, reversed]) => [
        [forwards, rate()],
        [reversed, rate()],
      ]),
    );
    const means = pairs.map(([, forwards, reversed]) => (answers[forwards]! + 8 - answers[reversed]!) / 2);
    const highest = Math.max(...means);
    const expected = highest - Math.min(...means) <= 1 ? 'balanced' : pairs[means.indexOf(highest)]![0];
    expect(outcomeOf('tipi', answers)).toBe(expected);
    seen.set(expected, 1 + (seen.get(expected) ?? 0));
  }
  expect(seen.size).toBe(6);
});

describe('the minimum wage', () => {
  interface Week {
    age?: number;
    hours: number;
    overtime?: number;
    pay: number;
    deducted?: number;
  }
  const answersOf = ({ age = 30, overtime, deducted, ...week }: Week): Answers => ({
    ...week,
    age,
    extra: overtime === undefined ? 'none' : 'some',
    deductions: deducted === undefined ? 'none' : 'some',
    ...(overtime !== undefined && { overtime }),
    ...(deducted !== undefined && { deducted }),
  });
  const wage = (week: Week) => outcomeOf('minimum-wage', answersOf(week));

  /** In whole pence and half hours, where nothing is rounded. */
  function expectedOf({ age = 30, hours, overtime = 0, pay, deducted = 0 }: Week): string {
    const pence = age >= 21 ? 1271 : age >= 18 ? 1085 : 800;
    const due = pence * 2 * (hours + overtime);
    const [paid, kept] = [
      4 * Math.round(100 * pay),
      4 * Math.max(0, Math.round(100 * pay) - Math.round(100 * deducted)),
    ];
    if (age < 16) return 'too_young';
    if (10 * kept >= 11 * 2 * due) return 'above';
    if (kept >= 2 * due) return 'enough';
    if (paid >= 2 * due) return 'deductions';
    return paid >= pence * 4 * hours ? 'overtime' : 'below';
  }

  test('50 for 10 hours is the same without overtime and with 0 hours of it', () => {
    for (const age of [16, 18, 21]) {
      expect(wage({ age, hours: 10, pay: 50 })).toBe('below');
      expect(wage({ age, hours: 10, overtime: 0, pay: 50 })).toBe('below');
    }
    expect(summaryOf('minimum-wage', answersOf({ hours: 10, overtime: 0, pay: 50 }))).toMatch(/£5\.00.*£12\.71/);
    expect(summaryOf('minimum-wage', answersOf({ hours: 10, pay: 50 }))).toMatch(/£5\.00.*£12\.71/);
  });

  test('every limit holds to the penny, at every number of hours, with overtime and without', () => {
    for (let hours = 1; hours <= 60; hours += 0.5)
      for (const [age, pence] of [
        [15, 800],
        [16, 800],
        [17, 800],
        [18, 1085],
        [20, 1085],
        [21, 1271],
      ] as const)
        for (const overtime of [undefined, 0, 2.5])
          for (const due of [pence * hours, pence * (hours + (overtime ?? 0)), 1.1 * pence * (hours + (overtime ?? 0))])
            for (const pay of [Math.ceil(due - 1e-6) - 1, Math.ceil(due - 1e-6)].map((each) => each / 100)) {
              const week = { age, hours, pay, ...(overtime !== undefined && { overtime }) };
              expect(wage(week), JSON.stringify(week)).toBe(expectedOf(week));
            }
  });

  test('what is deducted counts to the penny', () => {
    for (const deducted of [0, 0.01, 20, 20.01, 500])
      for (const pay of [127.1, 147.1, 159.81, 159.82]) {
        const week = { hours: 10, pay, deducted };
        expect(wage(week), JSON.stringify(week)).toBe(expectedOf(week));
      }
    expect(wage({ hours: 10, pay: 147.1, deducted: 20 })).toBe('enough');
    expect(wage({ hours: 10, pay: 147.1, deducted: 20.01 })).toBe('deductions');
    expect(wage({ hours: 10, overtime: 5, pay: 127.1 })).toBe('overtime');
  });
});

test('every limit of the body mass index holds to 100 grams, at every height', () => {
  const limits = [
    [18.5, 'underweight', 'normal', 'normal'],
    [25, 'normal', 'overweight', 'older'],
    [30, 'overweight', 'obese', 'obese'],
  ] as const;
  const others = { sex: 'female', goal: 60, contact: 'a@b.co' };
  for (let height = 120; height <= 220; height++)
    for (const [limit, below, at, whenOlder] of limits) {
      // In tenths of kilograms: the first whose index isn't below the limit, in whole numbers only.
      const first = Math.ceil((limit * 10 * height * height) / 10_000);
      const outcome = (weight: number, age: number) =>
        weight < 300 || weight > 2500 || outcomeOf('body-metrics', { ...others, age, height, weight: weight / 10 });
      expect([true, below], `${height} cm`).toContain(outcome(first - 1, 40));
      expect([true, at], `${height} cm`).toContain(outcome(first, 40));
      expect([true, whenOlder], `${height} cm`).toContain(outcome(first, 65));
    }
});

describe('maternity pay', () => {
  const due = '2027-03-01';
  const dayBefore = (days: number) => new Date(Date.parse(due) - days * 86_400_000).toISOString().slice(0, 10);
  const employed = { due, work: 'employed', started: dayBefore(287), pay: 129, leave: dayBefore(77) };

  test.each([
    ['on the first day of leave', {}, 'statutory'],
    ['a day too early', { leave: dayBefore(78) }, 'too_early'],
    ['on the day after the birth', { leave: dayBefore(-1) }, 'statutory'],
    ['two days after the birth', { leave: dayBefore(-2) }, 'too_late'],
    ['someone who started a day too late', { started: dayBefore(286) }, 'allowance'],
    ['someone who started a day earlier', { started: dayBefore(288) }, 'statutory'],
    ['someone who earns a pound too little', { pay: 128 }, 'allowance'],
  ])('for somebody %s', (_, changed, outcome) => {
    expect(outcomeOf('maternity-pay', { ...employed, ...changed })).toBe(outcome);
  });

  test('for those who work for themselves, and those who do not work', () => {
    expect(outcomeOf('maternity-pay', { due, work: 'self_employed', leave: dayBefore(77) })).toBe('allowance');
    expect(outcomeOf('maternity-pay', { due, work: 'self_employed', leave: dayBefore(78) })).toBe('too_early');
    expect(outcomeOf('maternity-pay', { due, work: 'neither' })).toBe('none');
  });

  test('says which days count', () => {
    expect(summaryOf('maternity-pay', { ...employed, leave: dayBefore(78) })).toContain('December 14, 2026');
    expect(summaryOf('maternity-pay', employed)).toContain('May 18, 2026 at the latest');
  });
});
