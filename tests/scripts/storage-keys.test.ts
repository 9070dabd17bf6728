import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { siteStorageKeys } from '../../scripts/build/storage-keys.ts';

test('every entry of localStorage that the docs name, and that a funnel could name too, is the site’s own', () => {
  const list = /## What is stored in the browser\n([^]*?)\n\nThe privacy policy/.exec(
    readFileSync('docs/reference/architecture.md', 'utf8'),
  )![1]!;
  const names = Array.from(list.matchAll(/((?:`[^`]+`,?\s*)+)\(localStorage\)/g), ([, each]) => each!)
    .flatMap((each) => Array.from(each.matchAll(/`([^`]+)`/g), ([, name]) => name!))
    .filter((name) => /^\w+$/.test(name));
  expect(names).toContain('lastQuiz');
  expect(names).toContain('playerSpeed');
  expect(names.filter((name) => !siteStorageKeys.includes(name))).toEqual([]);
});
