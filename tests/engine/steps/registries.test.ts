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
const registries = /^(engine\/model\.ts|(engine\/(run|author)\/steps|web\/quiz\/fields)\/)/;
const outside = sources.filter((file) => !registries.test(file.replaceAll('\\', '/')));
const found = (pattern: RegExp): string[] =>
  outside.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)].map(([text]) => `${file}: ${text}`));

test('nothing outside the registries asks which type a step is', () => {
  const types = stepTypes.join('|');
  // As a text that is compared or a case; `text`, `number` and `date` are also kinds of values and inputs.
  expect(
    found(new RegExp(String.raw`\b(?:step|screen|question|asked|heir)\??\.type [!=]== '(?:${types})'`, 'g')),
  ).toEqual([]);
  expect(found(/switch \((?:\w+\.)*(?:step|screen|question)\.type\)/g)).toEqual([]);
  // What an example is made of asks nothing.
  expect(found(/(?<!\btype: )'(?:single_choice|multiple_choice|loader|intro)'/g)).toEqual([]);
  // As a class in styles.
  expect(found(/\.(?:single_choice|multiple_choice|loader)\b/g)).toEqual([]);
});

test('what only one type has is asked for where a type without it loses nothing', () => {
  // A pause of stories, days, the table of numbers in reports, how a story reads a control.
  const allowed = [
    'api/events/counting/count-visit.ts: step',
    'api/reports/read-report.ts: step',
    'engine/author/compile/compile-funnel.ts: builtOn',
    'stories/player/PlayerStory.tsx: seconds',
    'stories/step/funnel-story.tsx: seconds',
    'stories/step/play-story.ts: input',
    'stories/step/play-story.ts: step',
  ];
  const keys = /'(choose|input|step|unit|maxLength|seconds|lines|builtOn|periods)' in /g;
  const asked = found(keys).map((text) => text.replace(/'(\w+)' in $/, '$1'));
  expect([...new Set(asked)].toSorted()).toEqual(allowed);
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
