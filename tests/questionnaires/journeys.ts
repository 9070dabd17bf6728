import type { Answer } from '../../engine/model.ts';
import type { questionnaireIds } from './questionnaires.ts';

/** Answers by step, and what the result then is. What a visitor isn't asked has no answer. */
export interface JourneyOfTest {
  readonly answers: Readonly<Record<string, Answer>>;
  readonly outcome: string;
  /** What is written into the fields of the second unit instead, by step. */
  readonly written?: Readonly<Record<string, readonly string[]>>;
  /** What the result says besides its own words, by locale or the same in all. */
  readonly shows?: readonly string[] | Readonly<Record<'en' | 'es', readonly string[]>>;
}

/** The day that is so many days after today; before, with fewer than 0. */
export const dayFromToday = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const items = ['interest', 'mood', 'sleep', 'energy', 'appetite', 'worth', 'focus', 'movement', 'harm'];
const often = ['not_at_all', 'several_days', 'most_days', 'nearly_every_day'];

/** Nine answers with these points. */
const mood = (points: string, outcome: string): JourneyOfTest => {
  const sum = [...points].reduce((total, each) => total + Number(each), 0);
  return {
    answers: Object.fromEntries(items.map((item, at) => [item, often[Number(points[at])]!])),
    outcome,
    shows: { en: [`${sum} of 27`], es: [`${sum} de 27`] },
  };
};

const worries = ['nervous', 'control', 'too_much', 'relaxing', 'restless', 'irritable', 'afraid'];

/** Seven answers with these points, and what they make of life where there is anything. */
const worry = (points: string, outcome: string, difficulty?: string): JourneyOfTest => {
  const sum = [...points].reduce((total, each) => total + Number(each), 0);
  const answers = Object.fromEntries(worries.map((item, at) => [item, often[Number(points[at])]!]));
  return {
    answers: { ...answers, ...(difficulty && { difficulty }) },
    outcome,
    shows: { en: [`${sum} of 21`], es: [`${sum} de 21`] },
  };
};

const statements = {
  first: ['wind_down', 'dry_mouth', 'no_joy', 'breathing', 'initiative', 'over_react', 'trembling'],
  second: ['nervous_energy', 'panic_fool', 'look_forward', 'agitated', 'relax', 'blue', 'intolerant'],
  third: ['close_to_panic', 'enthusiasm', 'worth', 'touchy', 'heart', 'scared', 'meaningless'],
};
const applies = ['never', 'sometimes', 'often', 'always'];

/** Three times seven ratings from 0 to 3, and the three scores. */
const week = (ratings: readonly [string, string, string], outcome: string, scores: string): JourneyOfTest => ({
  answers: Object.fromEntries(
    Object.entries(statements).map(([part, rows], at) => [
      part,
      rows.map((row, nth) => `${row}.${applies[Number(ratings[at]![nth])]}`),
    ]),
  ),
  outcome,
  shows: [scores],
});

const drinksMuch = {
  drinking: 'most_days',
  amount: 'ten',
  heavy: 'daily',
  failing: 'never',
  morning: 'never',
  guilt: 'rarely',
  memory: 'rarely',
};
const drinks = (answers: Readonly<Record<string, string>>, outcome: string, score: number): JourneyOfTest => ({
  answers,
  outcome,
  shows: { en: [`${score} of 40`], es: [`${score} de 40`] },
});

const month = [
  'upset',
  'control',
  'nervous',
  'confident',
  'going_well',
  'cope',
  'irritations',
  'on_top',
  'angered',
  'piling_up',
];
const frequency = ['never', 'almost_never', 'sometimes', 'fairly_often', 'very_often'];

/** Ten ratings from 0 to 4 as they are ticked, and the published score: four of them count the other way round. */
const stress = (ratings: string, outcome: string, score: number): JourneyOfTest => ({
  answers: { month: month.map((row, at) => `${row}.${frequency[Number(ratings[at])]}`) },
  outcome,
  shows: { en: [`${score} of 40`], es: [`${score} de 40`] },
});

const pairs = [
  'extraverted',
  'critical',
  'dependable',
  'anxious',
  'open',
  'reserved',
  'sympathetic',
  'disorganized',
  'calm',
  'conventional',
];

/** Ten answers, and the five means. */
const traits = (points: string, outcome: string, means: readonly string[]): JourneyOfTest => ({
  answers: Object.fromEntries(pairs.map((pair, at) => [pair, Number(points[at])])),
  outcome,
  shows: {
    en: means.map((mean) => `${mean} of 7`),
    es: means.map((mean) => `${mean.replace('.', ',')} de 7`),
  },
});

const body = (
  answers: { age: number; height: number; weight: number; sex?: string },
  outcome: string,
  index: string,
): JourneyOfTest => ({
  answers: { sex: 'female', goal: 60, contact: 'visitor@mail.example', ...answers },
  outcome,
  shows: { en: [`${index}\u00A0kg/m²`], es: [`${index.replace('.', ',')}\u00A0kg/m²`] },
});

/** Every outcome of every questionnaire, by one of the ways that lead to it. */
export const journeys: Readonly<Record<(typeof questionnaireIds)[number], readonly JourneyOfTest[]>> = {
  'phq-9': [
    mood('000000000', 'minimal'),
    mood('111110000', 'mild'),
    mood('222220000', 'moderate'),
    mood('333330000', 'moderately_severe'),
    mood('333333332', 'severe'),
  ],
  'pss-10': [stress('0004403300', 'low', 2), stress('2222222222', 'moderate', 20), stress('4440040044', 'high', 40)],
  tipi: [
    traits('4444444444', 'balanced', ['4.0', '4.0', '4.0', '4.0', '4.0']),
    traits('7444414444', 'extraverted', ['7.0', '4.0', '4.0', '4.0', '4.0']),
    traits('4244447444', 'agreeable', ['4.0', '6.5', '4.0', '4.0', '4.0']),
    traits('4474444144', 'conscientious', ['4.0', '4.0', '7.0', '4.0', '4.0']),
    traits('4441444474', 'stable', ['4.0', '4.0', '4.0', '7.0', '4.0']),
    traits('4444744441', 'open', ['4.0', '4.0', '4.0', '4.0', '7.0']),
  ],
  'gad-7': [
    worry('0000000', 'minimal'),
    worry('1111100', 'mild', 'somewhat'),
    worry('2222200', 'moderate', 'none'),
    worry('2222222', 'moderate_hard', 'extreme'),
    worry('3333300', 'severe', 'very'),
  ],
  'dass-21': [
    week(['1000000', '0000000', '0000000'], 'normal', ' 2 '),
    week(['0010100', '0010010', '0100000'], 'mild', ' 10,'),
    week(['0020200', '0020010', '0000000'], 'moderate', ' 14,'),
    week(['2000020', '1002102', '0000000'], 'moderate_stress', ' 20 '),
    week(['0101003', '0100000', '2000000'], 'severe', ' 16,'),
    week(['3333333', '3333333', '3333333'], 'extreme', ' 42 '),
  ],
  audit: [
    drinks({ drinking: 'never', injured: 'before', concerned: 'none' }, 'zone_1', 2),
    drinks(
      { drinking: 'most_days', amount: 'one', heavy: 'never', injured: 'none', concerned: 'this_year' },
      'zone_2',
      8,
    ),
    drinks({ ...drinksMuch, stopping: 'monthly', injured: 'none', concerned: 'none' }, 'zone_3', 16),
    drinks({ ...drinksMuch, stopping: 'rarely', injured: 'before', concerned: 'this_year' }, 'zone_4', 21),
  ],
  'minimum-wage': [
    { answers: { age: 15, hours: 10, extra: 'none', pay: 300, deductions: 'none' }, outcome: 'too_young' },
    {
      answers: { age: 21, hours: 10, extra: 'none', pay: 139.81, deductions: 'none' },
      outcome: 'above',
      shows: { en: ['£13.98', '£12.71', '£127.10'], es: ['13,98 GBP', '12,71 GBP', '127,10 GBP'] },
    },
    {
      answers: { age: 21, hours: 10, extra: 'some', overtime: 0, pay: 127.1, deductions: 'none' },
      outcome: 'enough',
      shows: { en: ['£12.71', '£127.10'], es: ['12,71 GBP', '127,10 GBP'] },
    },
    {
      answers: { age: 18, hours: 10, extra: 'none', pay: 108.5, deductions: 'some', deducted: 0.01 },
      outcome: 'deductions',
      shows: { en: ['£108.49', '£10.85'], es: ['108,49 GBP', '10,85 GBP'] },
    },
    {
      answers: { age: 21, hours: 10, extra: 'some', overtime: 2.5, pay: 127.1, deductions: 'none' },
      outcome: 'overtime',
      shows: { en: ['£10.17', '12.5'], es: ['10,17 GBP', '12,5'] },
    },
    {
      answers: { age: 16, hours: 10, extra: 'none', pay: 50, deductions: 'none' },
      outcome: 'below',
      shows: { en: ['£5.00', '£8.00'], es: ['5,00 GBP', '8,00 GBP'] },
    },
  ],
  'body-metrics': [
    body({ age: 40, height: 160, weight: 47.3 }, 'underweight', '18.5'),
    body({ age: 40, height: 170, weight: 53.5, sex: 'male' }, 'normal', '18.5'),
    body({ age: 65, height: 160, weight: 64, sex: 'unsaid' }, 'older', '25.0'),
    {
      ...body({ age: 64, height: 160, weight: 64 }, 'overweight', '25.0'),
      written: { height: ['5', '3'], weight: ['141'] },
    },
    body({ age: 40, height: 180, weight: 97.2 }, 'obese', '30.0'),
  ],
  'maternity-pay': [
    { answers: { due: dayFromToday(100), work: 'neither' }, outcome: 'none' },
    {
      answers: { due: dayFromToday(100), work: 'self_employed', leave: dayFromToday(100 - 78) },
      outcome: 'too_early',
    },
    {
      answers: { due: dayFromToday(100), work: 'self_employed', leave: dayFromToday(100 + 2) },
      outcome: 'too_late',
    },
    {
      answers: {
        due: dayFromToday(100),
        work: 'employed',
        started: dayFromToday(100 - 287),
        pay: 129,
        leave: dayFromToday(100 - 77),
      },
      outcome: 'statutory',
    },
    {
      answers: {
        due: dayFromToday(100),
        work: 'employed',
        started: dayFromToday(100 - 286),
        pay: 129,
        leave: dayFromToday(100 + 1),
      },
      outcome: 'allowance',
    },
  ],
  'price-trial': [
    {
      answers: {
        nights: 'short',
        evenings: ['none'],
        matters: ['waking_rested', 'calm_evenings', 'falling_asleep', 'sleeping_through'],
      },
      outcome: 'restless',
      shows: {
        en: ['Waking up rested, Calm evenings, Falling asleep sooner, and Sleeping through'],
        es: ['Despertar con energía, Noches tranquilas, Dormirme antes y Dormir de un tirón'],
      },
    },
    {
      answers: {
        nights: 'short',
        evenings: ['none'],
        matters: ['calm_evenings', 'waking_rested', 'falling_asleep', 'sleeping_through'],
      },
      outcome: 'calm',
    },
  ],
};
