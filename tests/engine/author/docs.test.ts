import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { stepKeys } from '../../../engine/author/shape/validate.ts';
import { stepTypes } from '../../../engine/author/steps/index.ts';
import { numberUnits } from '../../../engine/model.ts';
import { problemCodes } from '../../../engine/problem.ts';
import { expectValid } from './harness.ts';

const read = (file: string): string =>
  readFileSync(new URL(`../../../docs/reference/${file}`, import.meta.url), 'utf8');

describe('docs/reference/problems.md', () => {
  const items = read('problems.md').split(/^(?=- `)|\n\n/m);
  const rows = items.flatMap((item) => {
    const found = /^- `(\w+)`: ([^]+?) \*\*Do:\*\* ([^]+)/.exec(item.replace(/\s+/g, ' '));
    return found ? [found] : [];
  });

  test('explains every code once, in the order of the list', () => {
    expect(rows.map(([, code]) => code)).toEqual([...problemCodes]);
  });

  test('gives each its meaning and its remedy', () => {
    for (const [, code, meaning, remedy] of rows) {
      expect(meaning?.trim(), code).toMatch(/\.$/);
      expect(remedy?.trim(), code).toMatch(/\.$/);
    }
  });
});

describe('docs/reference/funnel-language.md', () => {
  const manual = read('funnel-language.md');

  test('has an example that compiles', () => {
    const files = [...manual.matchAll(/^### `funnels\/(.+)`\n+```yaml\n([^]*?)```/gm)].map(
      ([, name = '', text = '']) => ({ name, text }),
    );
    expect(files.map(({ name }) => name)).toEqual([
      'sleep-issues.yaml',
      'sleep-issues.en.yaml',
      'sleep-issues.es.yaml',
    ]);
    expect(expectValid(files)[0]?.funnel.steps).toHaveLength(7);
  });

  test('names every type of step, key and unit', () => {
    const keys = [...stepTypes].flatMap((type) => [...(stepKeys.get(type) ?? [])]);
    const missing = [...stepTypes, ...numberUnits, ...keys].filter((name) => !manual.includes(`\`${name}`));
    expect(missing).toEqual([]);
  });
});
