import { expect, test } from 'vitest';
import { createHistory } from '../../api/reports/history.ts';
import { buildFunnel, type StepDraft } from '../engine/run/build-funnel.ts';

const version = (number: number, ...steps: readonly StepDraft[]) => buildFunnel({ version: String(number), steps });

test('a name is followed through every version, also those that have forgotten the one before', () => {
  const history = createHistory(version(3, { id: 'c', type: 'intro', renamedFrom: ['b'] }), [
    version(2, { id: 'b', type: 'intro', renamedFrom: ['a'] }, { id: 'gone', type: 'loader' }),
    version(1, { id: 'a', type: 'info' }),
  ]);
  expect(['a', 'b', 'c', 'gone', 'never'].map(history.step)).toEqual(['c', 'c', 'c', 'gone', 'never']);
  expect(history.findStep('c')?.type).toBe('intro');
  expect(history.findStep('gone')?.type).toBe('loader');
  expect(history.findStep('never')).toBeUndefined();
  expect(history.version('2')?.steps[1]?.id).toBe('gone');
  expect(history.version('0')).toBeUndefined();
});

test('what has its old name again keeps it, and names that went in a circle come to an end', () => {
  const swapped = createHistory(version(3, { id: 'a', type: 'intro' }), [
    version(2, { id: 'b', type: 'intro', renamedFrom: ['a'] }),
  ]);
  expect(swapped.step('a')).toBe('a');
  const circle = createHistory(version(3, { id: 'other', type: 'intro' }), [
    version(2, { id: 'a', type: 'intro', renamedFrom: ['b'] }),
    version(1, { id: 'b', type: 'intro', renamedFrom: ['a'] }),
  ]);
  expect(['a', 'b']).toContain(circle.step('a'));
});

test('the variants of an experiment keep the order of the funnel, also those that are gone and when all of it is', () => {
  const night = (...variants: string[]) => ({
    ...version(1, { id: 'a', type: 'intro' }),
    experiments: [{ name: 'night', variants: variants.map((name) => ({ name, weight: 1 })) }],
  });
  const before = [night('plain', 'warm', 'cold'), night('old', 'plain')];
  expect(createHistory(night('plain', 'new'), before).variants('night')).toEqual([
    'plain',
    'new',
    'warm',
    'cold',
    'old',
  ]);
  expect(createHistory(version(4), before).variants('night')[0]).toBe('plain');
  expect(createHistory(version(4), before).variants('other')).toEqual([]);
});

test('options are followed within their question, whatever it was called', () => {
  const history = createHistory(
    version(
      2,
      { id: 'pain', type: 'single_choice', renamedFrom: ['ache'], options: [{ key: 'head', renamedFrom: ['skull'] }] },
      { id: 'tool', type: 'single_choice', options: ['hammer', 'skull'] },
    ),
    [version(1, { id: 'ache', type: 'single_choice', options: [{ key: 'skull', renamedFrom: ['brain'] }, 'foot'] })],
  );
  expect(['brain', 'skull', 'head', 'foot'].map((key) => history.option('pain', key))).toEqual([
    'head',
    'head',
    'head',
    'foot',
  ]);
  expect(history.option('tool', 'skull')).toBe('skull');
});
