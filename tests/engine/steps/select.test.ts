import { palette } from '../../../content/brand.ts';
import { describe, expect, test } from 'vitest';
import { buildFunnels } from '../../../engine/author/build.ts';
import { candidates } from '../../../engine/author/steps/index.ts';
import { formatProblem } from '../../../engine/problem.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import { dateTopics } from './date-funnel.ts';

const keys = Array.from({ length: 300 }, (_, n) => `country_${n}`);
const flow = (options: Readonly<Record<string, string>> = {}, more = '') => `funnel: far-away
path: /far-away
storage_key: wizardFarAway
locales: [en]
steps:
  - id: country
    type: select
    options: { ${keys.map((key) => `${key}: ${options[key] ?? '{}'}`).join(', ')} }
  - { id: second, type: select, options: { ${keys.map((key) => `${key}: { score: ${Number(key.slice(8)) % 2} }`).join(', ')} } }
${more}outcomes:
  home: { when: country == "country_7" or score >= 1, topics: [rest] }
  away: { else: true, topics: [rest] }
finish: results
`;
const words = `funnel: { name: Far away, description: A long list. }
steps:
  country: { title: Where are you from?, placeholder: Your country, options: { ${keys.map((key) => `${key}: The ${key}`).join(', ')} } }
  second: { title: And where to?, options: { ${keys.map((key) => `${key}: The ${key}`).join(', ')} } }
outcomes:
  home: { title: Home, summary: 'From {{country}}.', points: [Rest] }
  away: { title: Away, summary: Away., points: [Rest] }
`;
const build = (text = flow()) =>
  buildFunnels({
    colours: palette,
    files: [
      { name: 'far-away.yaml', text },
      { name: 'far-away.en.yaml', text: words },
    ],
    topics: dateTopics,
    today: '2026-11-22',
  });
const codesOf = (text: string) => build(text).problems.map(({ code }) => code);
const { funnels, problems } = build();
const { funnel } = funnels[0]!;

const outcome = (country: unknown) => {
  const check = checkAnswers(funnel, { country, second: 'country_0' }, {});
  return check.ok ? check.outcome : check.problems[0]!.code;
};

describe('a list of 300 options', () => {
  test('is checked and proved as fast as the few that conditions distinguish', () => {
    expect(problems.map((problem) => formatProblem(problem))).toEqual([]);
    const started = performance.now();
    build();
    expect(performance.now() - started).toBeLessThan(5_000);
    const comparisons = { texts: new Set(['country_7']), numbers: new Set<number>(), isAll: true };
    const tried = (step: number, change = {}) => [
      ...candidates({
        step: funnel.steps[step]!,
        comparisons: { ...comparisons, ...change },
        dimensions: ['score'],
        asked: new Set(['score']),
        texts: [],
      }),
    ];
    expect(tried(0).map(({ answer, count }) => [answer, count])).toEqual([
      ['country_0', 299n],
      ['country_7', 1n],
    ]);
    // By points as well, and each for itself where conditions do more than compare.
    expect(tried(1).map(({ count, points }) => [count, points])).toEqual([
      [150n, [{ least: 0, most: 0 }]],
      [149n, [{ least: 1, most: 1 }]],
      [1n, [{ least: 1, most: 1 }]],
    ]);
    expect(tried(0, { isAll: false })).toHaveLength(300);
  });

  test('is answered by one of its keys', () => {
    expect(['country_7', 'country_8', '', 'nowhere', ['country_7']].map(outcome)).toEqual([
      'home',
      'away',
      'required',
      'unknown_option',
      'wrong_type',
    ]);
  });

  test('may lead on from an option, and refuses what says nothing there', () => {
    expect(codesOf(flow({ country_3: '{ next: finish }' }))).toEqual([]);
    expect(codesOf(flow({ country_3: '{ exclusive: true }' }))).toEqual(['exclusive_on_single']);
    expect(codesOf(flow().replace('country_7"', 'country_700"'))).toEqual(['unknown_option']);
  });
});
