import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LiveFunnels } from '../../scripts/build/live-funnels.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'live-'));
for (const name of readdirSync('funnels').filter((each) => /^(sleep|self)/.test(each)))
  cpSync(path.join('funnels', name), path.join(folder, name));
afterAll(() => rmSync(folder, { recursive: true }));

const change = (file: string, old: string, replacement: string) => {
  const text = readFileSync(path.join(folder, file), 'utf8');
  if (!text.includes(old)) throw new Error(`${file} has no ${old}.`);
  writeFileSync(path.join(folder, file), text.replace(old, replacement));
};

test('a save brings what has changed: a funnel, what is wrong, what is fixed', () => {
  const live = new LiveFunnels({ funnelsDir: folder, recordingsDir: 'none' });
  expect(live.problems).toEqual([]);
  const ids = () => live.change.funnels.map(({ id }) => id);
  expect(ids().sort()).toEqual(['self-confidence', 'sleep-issues']);
  const before = new Map(live.compiled);

  change('sleep-issues.yaml', 'type: intro', 'type: intrro');
  live.reload();
  expect(live.change.found.map(({ code }) => code)).toEqual(['unknown_step_type']);
  expect([ids(), live.compiled.get('sleep-issues')]).toEqual([[], before.get('sleep-issues')]);

  // The mistake has moved, and is the same.
  change('sleep-issues.yaml', 'funnel:', '# A comment\nfunnel:');
  live.reload();
  expect([live.change.found, live.change.fixed]).toEqual([[], []]);

  change('sleep-issues.yaml', 'type: intrro', 'type: intro');
  change('sleep-issues.yaml', 'score: 2', 'score: 4');
  live.reload();
  expect(live.change.fixed.map(({ code }) => code)).toEqual(['unknown_step_type']);
  expect(live.problems).toEqual([]);
  expect(ids()).toEqual(['sleep-issues']);
  // What is the same is the very same: it was not compiled again.
  expect(live.compiled.get('self-confidence')).toBe(before.get('self-confidence'));

  for (const ending of ['', '.en', '.es'])
    cpSync(`funnels/sleep-issues${ending}.yaml`, path.join(folder, `new-nights${ending}.yaml`));
  change('new-nights.yaml', 'funnel: sleep-issues', 'funnel: new-nights');
  change('new-nights.yaml', 'path: /sleep-issues', 'path: /new-nights');
  change('new-nights.yaml', 'wizardSleepIssues', 'wizardNewNights');
  live.reload();
  expect(ids()).toEqual(['new-nights']);
});
