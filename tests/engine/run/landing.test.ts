import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutSource, readHiddenFields, readStepsLimit, sourceOf } from '../../../engine/run/query.ts';
import { buildFunnel } from './build-funnel.ts';

describe('section 4: stepsLimit (positive integer; invalid or below 1 ignored)', () => {
  test.each([
    ['?stepsLimit=3', 3],
    ['stepsLimit=16&utm_source=x', 16],
  ])('%s is taken', (search, limit) => {
    expect(readStepsLimit(search)).toBe(limit);
    expect(readStepsLimit(new URLSearchParams(search))).toBe(limit);
  });
  test.each([
    '',
    '?stepsLimit',
    '?stepsLimit=0',
    '?stepsLimit=-3',
    '?stepsLimit=1.5',
    '?stepsLimit=3e0',
    '?stepsLimit=0x3',
    '?stepsLimit= 3',
    '?stepsLimit=3&stepsLimit=4',
    '?stepsLimit=99999999999999999999',
    '?stepslimit=3',
    '?%E0%A4%A',
  ])('“%s” is ignored', (search) => {
    expect(readStepsLimit(search)).toBeUndefined();
  });
  test('reading never throws', () => {
    fc.assert(
      fc.property(fc.string(), (search) =>
        [undefined, 1].includes(Math.sign(readStepsLimit(search) ?? NaN) || undefined),
      ),
    );
  });
});

test('zero characters, which no database can store, are left out of hidden fields', () => {
  const funnel = buildFunnel({ steps: [{ id: 'a', type: 'info' }], hiddenFields: ['coach'] });
  expect(readHiddenFields(funnel, '?coach=An%00a')).toEqual({ coach: 'Ana' });
});

test('only declared hidden fields are read, of repeated ones the first', () => {
  const funnel = buildFunnel({ steps: [{ id: 'a', type: 'info' }], hiddenFields: ['source', 'coach'] });
  expect(readHiddenFields(funnel, '?source=mail&source=ad&other=1')).toEqual({ source: 'mail' });
});

describe('a utm_source', () => {
  test.each([
    ['spring', 'spring'],
    ['Яндекс.Директ', 'Яндекс.Директ'],
    [' l.instagram.com/story (es) ', 'l.instagram.com/story (es)'],
    ['face\0book\n<script>', 'facebookscript'],
    ['x'.repeat(70), 'x'.repeat(64)],
    [`${'x'.repeat(63)}𝔘𝔘`, `${'x'.repeat(63)}U`],
    ['ana@example.org', ''],
    ['spring-ana%40example.org', ''],
    ['ana＠example.org', ''],
    ['+34600123456', ''],
    ['sms +34 (600) 12-34-56', ''],
    ['sms:＋34.600.123.456', ''],
    [' 34600123456', ''], // a plus that was not escaped
    ['sale 20261123', 'sale 20261123'],
    ['23851234567890123', '23851234567890123'], // an advertisement's number
    ['34600123456', '34600123456'],
    ['+2026', '+2026'],
    ['', ''],
  ])('%j is cut to what a source can be', (written, source) => {
    expect(sourceOf(written)).toBe(source);
  });

  test('is cut where a funnel reads it, and no other parameter is', () => {
    const funnel = buildFunnel({ steps: [{ id: 'a', type: 'info' }], hiddenFields: ['utm_source', 'coach'] });
    const read = readHiddenFields(funnel, '?utm_source=ana%40example.org&coach=a%40b');
    expect(read).toEqual({ utm_source: '', coach: 'a@b' });
    expect(cutSource({ coach: 'a@b' })).toEqual({ coach: 'a@b' });
  });
});
