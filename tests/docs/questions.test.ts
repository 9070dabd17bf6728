import { expect, it } from 'vitest';
import { expectValid } from '../engine/author/harness.ts';
import { exampleOf } from './example-of.ts';

it('the manual of questions has an example that compiles, with a list, a scale, a matrix, a rank, times, icons and more', () => {
  const [built] = expectValid(exampleOf('questions'));
  expect(built!.funnel.steps.map(({ type }) => type)).toEqual([
    'single_choice',
    'multiple_choice',
    'number',
    'number',
    'number',
    'number',
    'select',
    'number',
    'time',
    'time',
    'number',
    'matrix',
    'rank',
    'group',
    'consent',
    'consent',
    'phone',
    'text',
  ]);
  expect(built!.words['en']!.steps['evening']!.options).toMatchObject({ calm: { icon: expect.any(String) as string } });
});
