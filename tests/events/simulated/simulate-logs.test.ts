import { expect, test } from 'vitest';
import { simulateLogs, type SimulateLogsInput } from './simulate-logs.ts';
import { simulateVisits } from '../../../engine/author/simulate/simulate-visits.ts';
import { realFunnel } from '../../engine/author/real-funnels.ts';

const { funnel } = realFunnel('sleep-issues');
const [from, to] = [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 8)];
const logs = (more: Partial<SimulateLogsInput> = {}) => [
  ...simulateLogs(funnel, { visits: 300, seed: 'a', stay: 0.9, back: 0.1, from, to, ...more }),
];

test('visits are reported the same for the same seed, and otherwise for another', () => {
  expect(logs({ visits: 20 })).toEqual(logs({ visits: 20 }));
  expect(logs({ visits: 20 })).not.toEqual(logs({ visits: 20, seed: 'b' }));
});

test('each visit has an id that tells when it began, and pages that follow one another', () => {
  const all = logs();
  expect(new Set(all.map(({ visit }) => visit)).size).toBe(all.length);
  for (const { visit, startedAt, pages } of all) {
    expect(visit).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(visit.replace('-', '').slice(0, 12), 16)).toBe(startedAt);
    expect(startedAt >= from && startedAt < to).toBe(true);
    const times = pages.flatMap(({ page, events }) => events.map(([at]) => page + at));
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times[0]).toBe(startedAt);
  }
});

test('there are visitors who take Back, reload a page, look away, leave, and come again', () => {
  const all = logs();
  const kinds = new Set(all.flatMap(({ pages }) => pages.flatMap(({ events }) => events.map(([, kind]) => kind))));
  expect([...kinds].sort()).toEqual(['answer', 'back', 'hide', 'next', 'open', 'show']);
  expect(all.some(({ pages }) => pages.length > 1)).toBe(true);
  expect(new Set(all.map(({ seed }) => seed)).size).toBeLessThan(all.length);
  expect(new Set(all.map(({ locale }) => locale))).toEqual(new Set(funnel.locales));
});

const stay = (step: string, { night_fact }: Readonly<Record<string, string>>) =>
  step === 'hours' && night_fact === 'cycles' ? 0 : 1;

test('whether visitors go on may depend on the step and on their variants', () => {
  for (const visit of simulateVisits(funnel, { visitors: 200, seed: 'a', stay })) {
    expect(visit.leftAt).toBe(visit.variants['night_fact'] === 'cycles' ? 'hours' : null);
  }
});
