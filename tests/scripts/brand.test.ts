import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { brand } from '../../content/brand.ts';
import { siteLocales } from '../../engine/model.ts';

const folders = ['api', 'content', 'engine', 'funnels', 'schemas', 'scripts', 'stories', 'web', '.storybook'];
/** They name the brand for themselves: docs/guide/change-the-brand.md. */
const allowed = ['content/brand.ts', 'content/company.yaml'];

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs|css|html|yaml|json|svg)$/.test(file))
    .map((file) => path.join(folder, file));
}

test('the name of the brand is written nowhere but in its own file', () => {
  const written = folders.flatMap(filesOf).filter((file) => readFileSync(file, 'utf8').includes(brand.name));
  expect(written.filter((file) => !allowed.includes(file))).toEqual([]);
  expect(written).toContain('content/brand.ts');
});

/**
 * Without the brand's colours: the mark, which is drawn by hand, people's faces, the terminal in pictures of the docs, and
 * drawings that stand for an author's photos.
 */
const ownColours = [
  'content/brand.ts',
  'web/public/favicon.svg',
  'web/quiz/fields/avatars.svg',
  'scripts/docs-pictures/studio.ts',
  'stories/design-system/RareFields.stories.tsx',
];

test('colours are written nowhere but in the palette', () => {
  const colour = /(?<![\w&.])#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})\b(?![(;])|\brgba?\((?!0 0 0)\d/i;
  const written = folders.flatMap(filesOf).filter((file) => colour.test(readFileSync(file, 'utf8')));
  expect(written.filter((file) => !ownColours.includes(file))).toEqual([]);
});

test.each(['sessions', 'topics'])('the schema of %s asks for every locale of the site', (name) => {
  const schema = readFileSync(`schemas/${name}.schema.json`, 'utf8');
  const required = Array.from(schema.matchAll(/"required": \[([^\]]*"en"[^\]]*)\]/g), ([, names]) => names!);
  expect(required.length).toBeGreaterThan(0);
  for (const names of required) for (const locale of siteLocales) expect(names).toContain(`"${locale}"`);
});
