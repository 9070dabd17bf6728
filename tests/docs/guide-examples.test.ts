import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildFunnels } from '../../engine/author/build.ts';
import { formatProblem } from '../../engine/problem.ts';
import { readCatalogs, todayInUtc } from '../../scripts/build/load-site.ts';

/** The files that a page shows: a heading with the name of each, and its text below. */
const shownFile = /^### `(funnels\/[\w.-]+\.yaml)`\n\n```yaml\n([^]*?)^```/gm;

const guide = readdirSync('docs/guide', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => path.join('docs/guide', name));
const pages = ['README.md', ...guide].flatMap((name) => {
  const text = readFileSync(name, 'utf8');
  const files = [...text.matchAll(shownFile)].map(([, file = '', yaml = '']) => ({ name: file, text: yaml }));
  return files.length > 0 ? [{ name, files }] : [];
});

test('the README has one', () => {
  expect(pages.map(({ name }) => name)).toContain('README.md');
});

test.each(pages)('$name shows funnels that compile as they stand there', ({ files }) => {
  const { funnels, problems } = buildFunnels({ files, today: todayInUtc(), ...readCatalogs() });
  expect(problems.map((problem) => formatProblem(problem))).toEqual([]);
  expect(funnels.length).toBeGreaterThan(0);
});
