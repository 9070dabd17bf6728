import { expect, test } from 'vitest';
import { run } from './run.ts';

const few = ['simulate', 'sleep-issues', '--visitors', '400', '--seed', 'june', '--stay', '0.9'];

test('the simulation tells drop-off, outcomes and variants in tables that add up', async () => {
  const { exitCode, out } = await run(few);
  expect(exitCode).toBe(0);
  const left = [...out.matchAll(/^\w+ +\d+ +(\d+) +[\d.–]+ ?%? +[\d.]+ %$/gm)].map(([, count]) => Number(count));
  expect(left).toHaveLength(18);
  const finished = Number(/^Finished: (\d+) of 400/m.exec(out)?.[1]);
  expect(left.reduce((sum, count) => sum + count, finished)).toBe(400);
  expect(out).toMatch(/^night_fact: cycles +\d+ /m);
  expect((await run(few)).out).toBe(out);
});

test('for programs it is one JSON document with the same figures', async () => {
  const { out } = await run([...few, '--json']);
  const tally = JSON.parse(out) as { finished: number; outcomes: { id: string; visitors: number }[] };
  expect(tally).toMatchObject({ funnel: 'sleep-issues', seed: 'june', stay: 0.9, visitors: 400 });
  expect(tally.outcomes.reduce((sum, { visitors }) => sum + visitors, 0)).toBe(tally.finished);
  expect((await run(few)).out).toContain(`Finished: ${tally.finished} of 400`);
});

test('figures that make no sense are refused', async () => {
  expect((await run(['simulate', 'sleep-issues', '--stay', '1.5'])).exitCode).toBe(2);
  expect((await run(['simulate', 'sleep-issues', '--visitors', '0'])).exitCode).toBe(2);
});
