import { expect, test } from 'vitest';
import type { Answers } from '../../../engine/model.ts';
import { buildQuestionnaires, filesOf } from '../../questionnaires/questionnaires.ts';
import { today, visitsOf } from './case.ts';

/** What a questionnaire comes to, as its authors published it: worked out without the engine. */
type Published = (answers: Answers) => { readonly outcome: string; readonly says?: readonly (number | string)[] };

/** The points of the answers to these questions, of which each has the options in this order. */
const pointsOf = (answers: Answers, questions: readonly string[], options: readonly string[]) =>
  questions.map((question) => Math.max(0, options.indexOf(String(answers[question]))));

const sum = (points: readonly number[]) => points.reduce((total, each) => total + each, 0);

/** How many of these limits have been reached. */
const band = (value: number, ...limits: readonly number[]) => limits.filter((limit) => value >= limit).length;

const days = ['not_at_all', 'several_days', 'most_days', 'nearly_every_day'];
const often = ['never', 'rarely', 'monthly', 'weekly', 'daily'];
/** To which scale each statement of the DASS-21 belongs, in their order. */
const scales = 'SADADSASADSSDSADDSAAD';

const published: Readonly<Record<string, Published>> = {
  'phq-9': (answers) => {
    const items = ['interest', 'mood', 'sleep', 'energy', 'appetite', 'worth', 'focus', 'movement', 'harm'];
    const score = sum(pointsOf(answers, items, days));
    return { outcome: ['minimal', 'mild', 'moderate', 'moderately_severe', 'severe'][band(score, 5, 10, 15, 20)]! };
  },
  'gad-7': (answers) => {
    const items = ['nervous', 'control', 'too_much', 'relaxing', 'restless', 'irritable', 'afraid'];
    const score = sum(pointsOf(answers, items, days));
    expect('difficulty' in answers).toBe(score > 0);
    const isHard = answers['difficulty'] === 'very' || answers['difficulty'] === 'extreme';
    const outcome = ['minimal', 'mild', isHard ? 'moderate_hard' : 'moderate', 'severe'][band(score, 5, 10, 15)]!;
    return { outcome, says: [score] };
  },
  'dass-21': (answers) => {
    const cells = ['first', 'second', 'third'].flatMap((part) => answers[part] as readonly string[]);
    const points = cells.map((cell) => ['never', 'sometimes', 'often', 'always'].indexOf(cell.split('.')[1]!));
    const scoreOf = (scale: string) => 2 * sum(points.filter((_, at) => scales[at] === scale));
    const [depression, anxiety, stress] = [scoreOf('D'), scoreOf('A'), scoreOf('S')];
    const stressBand = band(stress, 15, 19, 26, 34);
    const worst = Math.max(band(depression, 10, 14, 21, 28), band(anxiety, 8, 10, 15, 20), stressBand);
    const moderate = stressBand === 2 ? 'moderate_stress' : 'moderate';
    const outcome = ['normal', 'mild', moderate, 'severe', 'extreme'][worst]!;
    return { outcome, says: [depression, anxiety, stress] };
  },
  audit: (answers) => {
    const [drinking] = pointsOf(answers, ['drinking'], ['never', 'monthly', 'few_a_month', 'few_a_week', 'most_days']);
    const [amount] = pointsOf(answers, ['amount'], ['one', 'three', 'five', 'seven', 'ten']);
    const rest = pointsOf(answers, ['heavy', 'stopping', 'failing', 'morning', 'guilt', 'memory'], often);
    const events = pointsOf(answers, ['injured', 'concerned'], ['none', 'before', 'this_year']);
    expect('amount' in answers).toBe(drinking !== 0);
    expect('memory' in answers).toBe(drinking !== 0 && amount! + rest[0]! > 0);
    const score = drinking! + amount! + sum(rest) + 2 * sum(events);
    return { outcome: `zone_${1 + band(score, 8, 16, 20)}`, says: [score] };
  },
};

// Ten thousand visits each with RUNS=20, half of them in Spanish.
test.each(Object.keys(published).flatMap((id) => ['en', 'es'].map((locale) => [id, locale] as const)))(
  '%s comes to what was published for each visitor, many of whom go back, in %s',
  (id, locale) => {
    const built = buildQuestionnaires(filesOf(id), today).funnels[0]!;
    const seen = new Set<string>();
    for (const { answers, outcome, reported, summary } of visitsOf(built, 250, locale)) {
      const { outcome: right, says } = published[id]!(answers);
      expect({ outcome, reported }).toEqual({ outcome: right, reported: right });
      if (says) expect(JSON.stringify(summary).match(/\d+/g)?.slice(0, says.length)).toEqual(says.map(String));
      seen.add(outcome);
    }
    expect(seen.size).toBeGreaterThan(2); // by chance; tests/questionnaires/journeys.ts has all
  },
);
