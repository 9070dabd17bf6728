import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { lettersOf, subsetOf } from '../../scripts/vite/typeface.ts';

const { resolve } = createRequire(import.meta.url);

test('the typeface has the letters of the texts, also as capitals, and those of every keyboard', () => {
  const letters = lettersOf('¿Mañana, “así”?');
  for (const letter of '¿ñÑíÍ“”aZ0~ @€') expect(letters, letter).toContain(letter);
  expect(new Set(letters).size).toBe([...letters].length);
});

test('of all weights together it takes at most 13 kB', async () => {
  const font = readFileSync(resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'));
  const subset = await subsetOf(font);
  expect(subset.subarray(0, 4).toString()).toBe('wOF2');
  expect(subset.length).toBeLessThanOrEqual(13_000);
});
