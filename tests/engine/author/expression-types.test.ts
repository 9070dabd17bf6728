import { describe, expect, test } from 'vitest';
import { checkExpression, type Purpose } from '../../../engine/author/expression/check.ts';
import { parseExpression, type ExpressionProblem } from '../../../engine/author/expression/parse.ts';
import { dateType, numberType, textType, type Scope } from '../../../engine/author/expression/types.ts';

const scope: Scope = {
  answers: new Map([
    ['hours', numberType],
    ['overtime', numberType],
    ['name', textType],
    ['birthday', dateType],
    ['trouble', { kind: 'key', keys: new Set(['noise', 'light']), of: 'option', name: 'trouble' }],
    ['habits', { kind: 'keys', keys: new Set(['tea', 'nap']), name: 'habits' }],
  ]),
  variables: new Map([
    ['strain', numberType],
    ['due', dateType],
  ]),
  experiments: new Map(),
  hiddenFields: new Set(['source']),
  personalFields: new Set(),
  complete: true,
  fieldOfStep: new Map(),
  fieldsOfEach: new Map(),
  dimensions: new Set(['strain', 'calm']),
};

function check(text: string, purpose: Purpose): readonly ExpressionProblem[] {
  const { syntax, problem } = parseExpression(text);
  return syntax ? checkExpression(syntax, scope, purpose) : [problem];
}

describe('is right', () => {
  test.each<[string, Purpose]>([
    ['if(hours < 5, 2, 1)', 'number'],
    ['if(trouble == "noise", hours, strain) + 1', 'number'],
    ['if(answered(hours), hours < 5, strain > 3)', 'condition'],
    ['if(hours < 5, birthday, today) < today', 'condition'],
    ['default(overtime, 0)', 'number'],
    ['default(hours / overtime, default(strain, 1))', 'number'],
    ['default(birthday, today) < today', 'condition'],
    ['default(query.source, "none") == "none"', 'condition'],
    ['clamp(hours - 8, -2, 2)', 'number'],
    ['max(hours, overtime, strain, 1, 2, 3)', 'number'],
    ['round(hours / 3, 2)', 'number'],
    ['floor(hours / 3) + ceil(hours / 3)', 'number'],
  ])('%s', (text, purpose) => expect(check(text, purpose)).toEqual([]));
});

describe('is one mistake, with what to write', () => {
  test.each<[string, Purpose, Partial<ExpressionProblem>]>([
    [
      'if(hours < 5, 2)',
      'number',
      { code: 'wrong_arguments', hint: expect.stringContaining('if(condition, ') as string },
    ],
    [
      'default(overtime)',
      'number',
      { code: 'wrong_arguments', hint: expect.stringContaining('default(answer, 0)') as string },
    ],
    [
      'clamp(hours, 10)',
      'number',
      { code: 'wrong_arguments', start: 0, end: 16, hint: 'Write clamp(value, lowest, highest).' },
    ],
    ['clamp(hours, 10, -1)', 'number', { code: 'wrong_arguments', start: 13, end: 19 }],
    ['if(hours, 2, 1)', 'number', { code: 'not_a_condition', start: 3, end: 8 }],
    ['if(hours < 5, 2, name)', 'number', { code: 'type_mismatch', start: 17, end: 21 }],
    ['default(birthday, 0) < today', 'condition', { code: 'type_mismatch', start: 18, end: 19 }],
    [
      'default(habits, 0) > 1',
      'condition',
      { code: 'type_mismatch', start: 8, end: 14, hint: 'Write count(habits) for how many were chosen.' },
    ],
    ['default(trouble, "noise") == "noise"', 'condition', { code: 'type_mismatch', start: 8, end: 15 }],
    ['if(hours < 5, 1, 2)', 'condition', { code: 'not_a_condition' }],
    ['if(hours < 5, true, false)', 'number', { code: 'not_a_number' }],
    [
      'coalesce(overtime, 0)',
      'number',
      { code: 'unknown_function', start: 0, end: 8, hint: 'Write default(answer, 0).' },
    ],
    ['ceiling(hours)', 'number', { code: 'unknown_function', hint: 'Write ceil(value).' }],
    ['roundDown(hours)', 'number', { code: 'unknown_function', hint: 'Write floor(value).' }],
    ['floor(hours, 1)', 'number', { code: 'wrong_arguments', start: 0, end: 15 }],
    ['ceil(trouble)', 'number', { code: 'type_mismatch', start: 5, end: 12 }],
    ['deafult(hours, 0)', 'number', { code: 'unknown_function', hint: 'Did you mean "default"?' }],
  ])('%s', (text, purpose, problem) => expect(check(text, purpose)).toMatchObject([problem]));
});
