import { expect, test } from 'vitest';
import { toResult } from '../../../engine/run/result.ts';
import { buildFunnel, compare, literal, variable, withWords } from './build-funnel.ts';

const funnel = buildFunnel({
  steps: [
    {
      id: 'trouble',
      type: 'single_choice',
      options: [
        { key: 'noise', scores: { strain: 3 } },
        { key: 'light', scores: { strain: 1 } },
      ],
    },
    { id: 'end', type: 'info' },
  ],
  dimensions: [{ name: 'strain', least: 1, most: 5 }],
  conditions: { heavy: compare(variable('strain'), '>=', literal(3)) },
  outcomes: [
    { id: 'heavy', when: 'heavy', topics: ['rest', 'unknown'] },
    { id: 'light', topics: [] },
  ],
});
const data = withWords(funnel, {
  steps: { trouble: { title: 'What?', options: { noise: 'Noise' } } },
  dimensions: { strain: 'Strain' },
  outcomes: {
    heavy: {
      title: 'Heavy',
      summary: ['You said: ', { recall: 'trouble' }],
      points: ['Rest'],
      meaning: ['It means'],
      goal: ['Less ', { recall: 'trouble' }],
    },
    light: { title: 'Light', summary: 'S' },
  },
});

test('the result is the outcome of the answers, in the reader’s words', () => {
  expect(toResult(data, { trouble: 'noise' })).toEqual({
    outcomeId: 'heavy',
    title: 'Heavy',
    summary: 'You said: Noise',
    meaning: ['It means'],
    points: ['Rest'],
    goal: 'Less Noise',
    site: {},
    ending: 'plan',
    hides: [],
    bars: [{ dimension: 'strain', label: 'Strain', percent: 50 }],
    topics: [{ id: 'rest', title: 'Rest', focus: 'Focus', practice: 'Practice' }],
  });
});

function endingOf(outcome: object) {
  const outcomes = [{ id: 'heavy', topics: [], ...outcome }];
  const { conditions: _, ...rest } = funnel;
  return toResult({ ...data, funnel: { ...rest, conditions: {}, outcomes } }, { trouble: 'noise' })?.ending;
}

test('what follows a result: the plan of its topics, nothing without topics, or what its outcome says', () => {
  expect(endingOf({ topics: ['rest'] })).toBe('plan');
  expect(endingOf({})).toBe('message');
  expect(endingOf({ ending: 'registration' })).toBe('registration');
  expect(endingOf({ topics: ['rest'], ending: 'tel:988' })).toBe('tel:988');
});

test('texts of the site are said in the words of the outcome, with what was answered', () => {
  const heavy = { ...data.words.outcomes['heavy']!, site: { next_title: ['You said ', { recall: 'trouble' }] } };
  const own = { ...data, words: { ...data.words, outcomes: { ...data.words.outcomes, heavy } } };
  expect(toResult(own, { trouble: 'noise' })?.site).toEqual({ next_title: 'You said Noise' });
});

test('a bar begins at the least that anyone can reach', () => {
  expect(toResult(data, { trouble: 'light' })).toMatchObject({
    outcomeId: 'light',
    points: [],
    bars: [{ percent: 0 }],
  });
});

test('a bar that says points has its total, and the least where that is not 0, as their format says', () => {
  const points = { strain: { minimumFractionDigits: 1 } };
  const { bars } = toResult({ ...data, words: { ...data.words, locale: 'es', points } }, { trouble: 'noise' })!;
  expect(bars[0]).toMatchObject({ percent: 50, points: { total: '3,0', least: '1,0', most: '5,0' } });
});

test('answers that no visitor can have given have no result', () => {
  expect(toResult(data, { trouble: 'silence' })).toBeNull();
  expect(toResult(data, null)).toBeNull();
});
