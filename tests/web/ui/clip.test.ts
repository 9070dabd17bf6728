import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no style clips one axis alone, for which Safari 16 paints no words at all', () => {
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  const clips = files.filter((name) =>
    /overflow-[xy]:\s*clip|overflow:\s*(?:visible clip|clip visible)/.test(readFileSync(`web/${name}`, 'utf8')),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(clips).toEqual([]);
});
