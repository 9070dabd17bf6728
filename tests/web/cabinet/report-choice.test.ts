import { expect, test } from 'vitest';
import { isBackward, readChoice, requestOf, writeChoice } from '../../../web/pages/cabinet/reports/choice.ts';

const now = new Date('2026-11-21T23:30:00Z');
const request = (query: string) => requestOf(readChoice(query), 'sleep-issues', now);

test('an address without a choice means the last 30 days, with nothing compared', () => {
  expect(readChoice('')).toEqual({ quiz: null, period: '30', from: '', to: '', by: null });
});

test('a choice is read as it was written; what makes no sense is left out', () => {
  const choice = { quiz: 'sleep-issues', period: 'own', from: '2026-11-01', to: '', by: 'locale' } as const;
  expect(readChoice(writeChoice(choice))).toEqual(choice);
  expect(readChoice('?period=12&by=weather&from=2026-13-99&to=x')).toEqual(readChoice(''));
});

test('the last days end now, so that the report stays live, and are days in UTC', () => {
  expect(request('?period=7&by=variant')).toEqual({ funnel: 'sleep-issues', from: '2026-11-15', by: 'variant' });
  expect(request('?period=90')).toEqual({ funnel: 'sleep-issues', from: '2026-08-24' });
  expect(request('?period=all')).toEqual({ funnel: 'sleep-issues' });
});

test('own days have the bounds that are given, and may be the wrong way round', () => {
  const own = readChoice('?period=own&from=2026-11-02&to=2026-11-01');
  expect(requestOf({ ...own, from: '' }, 'x', now)).toEqual({ funnel: 'x', to: '2026-11-01' });
  expect([isBackward(own), isBackward({ ...own, to: '' }), isBackward({ ...own, period: '7' })]).toEqual([
    true,
    false,
    false,
  ]);
});
