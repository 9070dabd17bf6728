import { describe, expect, test } from 'vitest';
import {
  isFiltered,
  noFilters,
  readFilters,
  toContentQuery,
  writeFilters,
} from '../../../web/pages/cabinet/sessions/filters.ts';

const some = {
  status: 'in_progress',
  category: ['sleep', 'stress'],
  voice: 'marta',
  search: 'rain & wind',
  favourite: true,
} as const;

describe('the filters in an address', () => {
  test('are read as they were written', () => {
    expect(readFilters(writeFilters('', some))).toEqual(some);
    expect(readFilters('')).toEqual(noFilters);
  });

  test('repeat what has several values', () => {
    expect(writeFilters('', some)).toBe(
      '?status=in_progress&category=sleep&category=stress&voice=marta&search=rain+%26+wind&favourite=true',
    );
  });

  test('leave no query where there are none', () => {
    expect(writeFilters('?status=finished&search=rain', noFilters)).toBe('');
  });

  test('leave what else the query says', () => {
    expect(writeFilters('?locale=es&category=joy', some)).toMatch(/^\?locale=es&status=in_progress&category=sleep&/);
  });

  test.each([
    ['an unknown status', '?status=done', noFilters],
    ['empty values', '?category=&voice=&search=%20', noFilters],
    ['a value twice', '?category=joy&category=joy', { ...noFilters, category: ['joy'] }],
    ['two voices', '?voice=marta&voice=daniel', { ...noFilters, voice: 'marta' }],
    ['a value that is too long', `?category=${'x'.repeat(101)}`, noFilters],
    ['the end of a search that is too long', `?search=${'x'.repeat(101)}`, { ...noFilters, search: 'x'.repeat(100) }],
  ])('never hold what the API refuses: %s', (_, query, filters) => {
    expect(readFilters(query)).toEqual(filters);
  });

  test('never hold more values than the API takes', () => {
    const query = Array.from({ length: 60 }, (_, index) => `category=c${index}`).join('&');
    expect(readFilters(query).category).toHaveLength(50);
  });
});

test('every filter counts as one', () => {
  expect(isFiltered(noFilters)).toBe(false);
  for (const [name, value] of Object.entries(some)) expect(isFiltered({ ...noFilters, [name]: value })).toBe(true);
});

test('the API is asked for any of the values, a page at a time', () => {
  expect(toContentQuery(some, 2)).toEqual({ ...some, status: ['in_progress'], voice: ['marta'], page: 2 });
  expect(toContentQuery(noFilters, 1)).toEqual({ status: [], category: [], voice: [], search: '', page: 1 });
});
