import { expect, test } from 'vitest';
import { arrangeGroups, reportGroupsOf } from '../../api/reports/counts.ts';

const shared = { locale: 'en', utmSource: '', variants: {} };

test('visits are in the group of what they have; where nothing is known, in that of none', () => {
  expect(reportGroupsOf(shared, 'locale')).toEqual(['en']);
  expect(reportGroupsOf({ ...shared, locale: '' }, 'locale')).toEqual(['(none)']);
  expect(reportGroupsOf(shared, 'utm_source')).toEqual(['(none)']);
  expect(reportGroupsOf({ ...shared, utmSource: 'meta' }, 'utm_source')).toEqual(['meta']);
  expect(reportGroupsOf(shared, 'variant')).toEqual(['(none)']);
  expect(reportGroupsOf({ ...shared, variants: { tone: 'warm', look: 'dark' } }, 'variant')).toEqual([
    'tone=warm',
    'look=dark',
  ]);
});

test('the largest groups come first, and the variants of an experiment stand together', () => {
  const visits = { 'tone=warm': 10, 'look=dark': 15, 'tone=plain': 90, '(none)': 100, 'look=light': 85 };
  expect(arrangeGroups(new Map(Object.entries(visits)), 'variant').map(({ name }) => name)).toEqual([
    'look=light',
    'look=dark',
    'tone=plain',
    'tone=warm',
    '(none)',
  ]);
  const equal = new Map(Object.entries({ es: 5, en: 5, fr: 6 }));
  expect(arrangeGroups(equal, 'locale').map(({ name }) => name)).toEqual(['fr', 'en', 'es']);
});

test('twenty sources stand for themselves; all others are one group at the end, also those counted as others', () => {
  const visits = new Map(Array.from({ length: 22 }, (_, index) => [`source ${index}`, 100 - index]));
  const groups = arrangeGroups(visits.set('(other)', 1_000), 'utm_source');
  expect(groups).toHaveLength(21);
  expect(groups[0]).toEqual({ name: 'source 0', of: ['source 0'] });
  expect(groups[20]).toEqual({ name: '(other)', of: ['(other)', 'source 20', 'source 21'] });
  visits.clear();
  expect(arrangeGroups(visits.set('meta', 1), 'utm_source')).toEqual([{ name: 'meta', of: ['meta'] }]);
});
