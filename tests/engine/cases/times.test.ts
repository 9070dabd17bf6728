import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExpression } from '../../../engine/author/expression/parse.ts';
import { toExpression } from '../../../engine/author/expression/syntax.ts';
import { buildFunnels } from '../../../engine/author/build.ts';
import { formatProblem } from '../../../engine/problem.ts';
import type { Answers, CompiledStep } from '../../../engine/model.ts';
import { checkAnswer } from '../../../engine/run/answer.ts';
import { evaluate } from '../../../engine/run/expression.ts';
import { minuteNumber, timeOfDay } from '../../../engine/run/times.ts';
import { readCatalogs } from '../../../scripts/build/load-site.ts';
import { runs } from '../author/runs.ts';
import { buildCase, today, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('psqi');
const [built] = funnels;

const points: Readonly<Record<string, number>> = { never: 0, less: 1, twice: 2, thrice: 3 };
const band = (value: number, ...ends: readonly number[]) => ends.filter((end) => value > end).length;
const clock = (time: unknown) => {
  const [hour, minute] = String(time).split(':').map(Number);
  return hour! * 60 + minute!;
};
/** As a watch shows it: minute by minute, from one time to the other. */
function hoursLater(from: unknown, to: unknown): number {
  let minutes = 0;
  for (let now = clock(from); now !== clock(to); now = now === 1439 ? 0 : now + 1) minutes++;
  return minutes / 60;
}

/** The Pittsburgh Sleep Quality Index as published, worked out without the engine. */
function expected(answers: Answers) {
  const of = (field: string) => points[String(answers[field])]!;
  const inBed = hoursLater(answers['bedtime'], answers['getting_up']);
  const slept = Number(answers['slept']);
  const efficiency = (100 * slept) / inBed;
  const troubles = (answers['troubles'] as readonly string[]).map((cell) => points[cell.split('.')[1]!]!);
  const components = [
    ['very_good', 'fairly_good', 'fairly_bad', 'very_bad'].indexOf(String(answers['rated'])),
    Math.ceil((band(Number(answers['minutes']), 15, 30, 60) + of('half_hour')) / 2),
    [7, 6, 5].filter((hours) => slept < hours).length,
    [85, 75, 65].filter((percent) => efficiency < percent).length,
    band(
      troubles.reduce((sum, each) => sum + each),
      0,
      9,
      18,
    ),
    of('pills'),
    Math.ceil((of('awake') + ['no_problem', 'slight', 'some', 'big'].indexOf(String(answers['enthusiasm']))) / 2),
  ];
  const global = components.reduce((sum, each) => sum + each);
  return { global, inBed, efficiency, outcome: global > 10 ? 'poor' : global > 5 ? 'fair' : 'good' };
}

test('a published questionnaire with times over midnight has no problem, and all of it is decided', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
});

test.each(['en', 'es'])('visitors by chance, who go back too, come to the published points, in %s', (locale) => {
  const seen = new Set<string>();
  for (const { answers, outcome, reported, summary } of visitsOf(built!, 500, locale)) {
    const { global, inBed, efficiency, outcome: right } = expected(answers);
    expect({ outcome, reported }).toEqual({ outcome: right, reported: right });
    expect(inBed >= 2 && inBed <= 16 && Number(answers['slept']) <= inBed).toBe(true);
    seen.add(`${right} ${clock(answers['bedtime']) > clock(answers['getting_up'])}`);
    if (locale === 'es') expect(summary).toContain(`de ${answerIn24(answers['bedtime'])} a `);
    else
      expect(summary).toMatch(new RegExp(`^${global} of 21. You sleep ${Math.round(efficiency + 1e-9)} percent of `));
    if (locale === 'en') expect(summary).toContain(`from ${answerIn12(answers['bedtime'])} to `);
  }
  expect(seen.size).toBeGreaterThan(3);
});

const answerIn24 = (time: unknown) => String(time).replace(/^0/, '');
function answerIn12(time: unknown): string {
  const [hour, minute] = String(time).split(':').map(Number) as [number, number];
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')}\u00a0${hour < 12 ? 'AM' : 'PM'}`;
}

const nothing = () => undefined;

test('hours between two times are those that a watch counts, over midnight too', () => {
  const { syntax } = parseExpression('hours_between(bed, up)');
  const tree = toExpression(syntax!, { isVariable: () => false, keysOf: () => [], dimensions: [] });
  const minute = fc.integer({ min: 0, max: 1439 });
  fc.assert(
    fc.property(minute, minute, (bed, up) => {
      const answer = (field: string) => (field === 'bed' ? bed : up);
      const hours = evaluate(tree, { answer, variable: nothing, variant: nothing, query: nothing });
      expect(hours).toBeCloseTo(hoursLater(timeOfDay(bed), timeOfDay(up)), 9);
    }),
    { numRuns: runs(300) },
  );
});

test('a time is taken where it lies between the limits, over midnight too', () => {
  const time = fc.integer({ min: 0, max: 1439 }).map(timeOfDay);
  fc.assert(
    fc.property(time, time, time, (min, max, answer) => {
      const step = { ...built!.funnel.steps[1]!, min, max } as CompiledStep;
      const isBetween = hoursLater(min, answer) <= hoursLater(min, max);
      expect(checkAnswer(step, answer)).toBe(isBetween ? null : 'out_of_hours');
    }),
    { numRuns: runs(300) },
  );
  const wrong = ['24:00', '7:30', '07:60', '07:30:00', '', 7, 'late'];
  expect(wrong.map((value) => checkAnswer(built!.funnel.steps[1]!, value))).toEqual(
    wrong.map((value) => (value === '' ? 'required' : value === 7 ? 'wrong_type' : 'not_a_time')),
  );
  expect(wrong.map((value) => minuteNumber(String(value)))).toEqual(wrong.map(() => undefined));
});

/** A funnel that asks for two times and some points, with an outcome for which a condition holds. */
function funnelWith(when: string, limits: readonly string[]) {
  const [from, to, since, until] = limits;
  const flow = `funnel: night
path: /night
storage_key: wizardNight
locales: [en]
steps:
  - { id: bed, type: time, min: ${from}, max: ${to} }
  - { id: up, type: time, min: ${since}, max: ${until} }
  - { id: rested, type: single_choice, options: { fully: {}, partly: { score: 1 }, hardly: { score: 4 } } }
outcomes:
  some: { when: '${when}', topics: [daily-joy] }
  other: { else: true, topics: [daily-joy] }
finish: results
`;
  const words = `funnel: { name: Night, description: Night }
steps:
  bed: { title: To bed? }
  up: { title: Up? }
  rested: { title: Rested?, options: { fully: Fully, partly: Partly, hardly: Hardly } }
outcomes: { some: { title: Some, summary: Some }, other: { title: Other, summary: Other } }
`;
  const files = [
    { name: 'night.yaml', text: flow },
    { name: 'night.en.yaml', text: words },
  ];
  return buildFunnels({ ...readCatalogs(), files, today });
}

const range = (min: string, count: number) =>
  Array.from({ length: count + 1 }, (_, nth) => timeOfDay((clock(min) + nth) % 1440));

const anyRange = (...counts: readonly number[]) =>
  fc
    .tuple(fc.integer({ min: 0, max: 1439 }).map(timeOfDay), fc.constantFrom(...counts))
    .map(([min, count]) => range(min, count));

describe('an outcome is proved to be reached by nobody where no pair of all times comes to it, and only there', () => {
  test.each([
    ['hours_between(bed, up) >= HOURS', (hours: number, limit: number, _points: number) => hours >= limit],
    ['hours_between(bed, up) == HOURS and score == 4', (hours, limit, score) => hours === limit && score === 4],
    [
      'if(hours_between(bed, up) < HOURS, 2, if(hours_between(bed, up) < HOURS + 1, 1, 0)) + score >= 6',
      (hours, limit, score) => (hours < limit ? 2 : hours < limit + 1 ? 1 : 0) + score >= 6,
    ],
    [
      'if(hours_between(bed, up) < HOURS, 2, 0) + if(bed < 12:00, 1, 0) + score == 2',
      (hours, limit, score, bed) => (hours < limit ? 2 : 0) + (bed < '12:00' ? 1 : 0) + score === 2,
    ],
  ] satisfies readonly (readonly [string, (hours: number, limit: number, score: number, bed: string) => boolean])[])(
    '%s',
    (when, holds) => {
      fc.assert(
        fc.property(
          anyRange(3, 40, 90, 1438),
          anyRange(3, 40, 90),
          fc.integer({ min: 0, max: 47 }),
          (beds, ups, halves) => {
            const limit = halves / 2;
            const pairs = beds.flatMap((bed) =>
              ups.map((up) => ({ bed, hours: (clock(up) - clock(bed) + 1440) % 1440 })),
            );
            const isReached = (wanted: boolean) =>
              pairs.some(({ bed, hours }) =>
                [0, 1, 4].some((score) => holds(hours / 60, limit, score, bed) === wanted),
              );
            const { problems: told, warnings: notDecided } = funnelWith(when.replaceAll('HOURS', String(limit)), [
              beds[0]!,
              beds.at(-1)!,
              ups[0]!,
              ups.at(-1)!,
            ]);
            const codes = [...told, ...notDecided].map(({ code }) => code);
            if (isReached(true) && isReached(false)) expect(codes).toEqual([]);
            else if (isReached(true))
              expect(codes).toEqual([expect.stringMatching(/^(always_true|outcome_unreachable)$/)]);
            else expect(codes).toEqual(['outcome_unreachable']);
          },
        ),
        { numRuns: runs(25) },
      );
    },
  );
});

test.each([
  ['min: 18:00, max: 05:00', 'min: 18:00, max: 18:00', 'time_range'],
  ['min: 18:00, max: 05:00', 'min: 18:00, max: 25:00', 'bad_name'],
  ['hours_between(bedtime, getting_up)', 'hours_between(bedtime, minutes)', 'type_mismatch'],
  ['hours_between(bedtime, getting_up)', 'hours_between(bedtime)', 'wrong_arguments'],
  ['hours_between(bedtime, getting_up)', 'bedtime', 'not_a_number'],
  ['hours_between(bedtime, getting_up)', 'getting_up - bedtime', 'type_mismatch'],
  ['when: global > 10', 'when: global > 10 or bedtime > 22', 'type_mismatch'],
  ['when: global > 10', 'when: global > 10 or bedtime == "22:00"', 'type_mismatch'],
  ['when: global > 10', 'when: global > 10 or bedtime > 22:75', 'expression_syntax'],
  ['when: global > 10', 'when: global > 10 or bedtime > 7:30', 'expression_syntax'],
  ['when: global > 10', 'when: bedtime > 05:00 and bedtime < 18:00', 'outcome_unreachable'],
  ['hours_in_bed >= 2 and', 'hours_in_bed > 16 and', 'check_refuses_all'],
])('%s → %s is %s', (from, to, code) => {
  const { problems: told } = buildCase('psqi', (text) => text.replace(from, to));
  expect(told[0]?.code).toBe(code);
});
