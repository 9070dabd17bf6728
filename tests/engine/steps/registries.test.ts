import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stepTypes } from '../../../engine/author/steps/index.ts';

const sourceFolders = ['engine', 'web', 'api', 'scripts', 'stories'];
const sources = sourceFolders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);
/** Files that name a type of step which no other thing of the product is called. */
const naming = (type: string): string[] =>
  sources.filter((file) =>
    new RegExp(`type === '${type}'|<'${type}'>|type: '${type}'|'${type}'`).test(readFileSync(file, 'utf8')),
  );

const allowed = (type: string): RegExp =>
  new RegExp(
    `^(engine/model\\.ts|(engine/(run|author)/steps|web/quiz/fields)/(${type}|index|rules|other-fields|number)\\.tsx?)$`,
  );

test.each(['single_choice', 'multiple_choice', 'loader', 'intro'])('only its own files name %s', (type) => {
  const outside = naming(type).filter((file) => !allowed(type).test(file));
  expect(outside).toEqual([]);
});

test('the guide names the files of a type, and each of them is there', () => {
  const guide = readFileSync('docs/guide/contributing.md', 'utf8');
  const section = /## Adding a type of step([^]*?)\n## /.exec(guide)![1]!;
  const named = [...section.matchAll(/`((?:engine|web\/quiz)\/[\w/.-]+\.tsx?)`/g)].map(([, file]) => file!);
  expect(named.filter((file) => !sources.includes(file))).toEqual([]);
  const ofDate = sources.filter(
    (file) => /\/date\.tsx?$/.test(file) || /Rules<'date'>/.test(readFileSync(file, 'utf8')),
  );
  expect(ofDate.filter((file) => !named.includes(file))).toEqual([]);
});

test('each type has a file on each side', () => {
  for (const folder of ['engine/run/steps', 'engine/author/steps', 'web/quiz/fields'])
    for (const type of stepTypes)
      expect(sources.some((file) => file.startsWith(join(folder, `${type}.ts`)))).toBe(true);
});
