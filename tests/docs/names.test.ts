import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folders = ['engine', 'api', 'web', 'schemas', 'scripts', 'stories'];
const declaration = /^export (?:async |abstract )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/** Files that export the same names because they stand for the same thing; of these names, one family has all files. */
const families: Readonly<Record<string, RegExp>> = {
  'a type of step has one name on each side': /^(?:engine\/(?:run|author)\/steps|web\/quiz\/fields)\//,
  'the words of a language': /\/(?:en|es)\.ts$/,
  'events are stored in one of two databases': /^api\/events\/(?:postgres|clickhouse)\//,
  'Knex names what a migration does': /^api\/platform\/db\/migrations\//,
};

/** Where each exported name is declared. Titles of stories aren't names of the code. */
function declarations(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const file of folders.flatMap(sourcesIn))
    for (const name of new Set([...readFileSync(file, 'utf8').matchAll(declaration)].map((match) => match[1]!)))
      found.set(name, [...(found.get(name) ?? []), file]);
  return found;
}

function sourcesIn(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
  return files.filter((file) => /(?<!\.stories|\.d)\.tsx?$/.test(file) && !file.includes('/template/')).sort();
}

/** The words that the glossary replaces by others, as they begin in names: `GiveBack` for `giveBack`. */
function replacedWords(): readonly string[] {
  const [, table = ''] = readFileSync('docs/glossary.md', 'utf8').split('## Not in names');
  const cells = [...table.matchAll(/^\| (`.+`) +\|/gm)].map((match) => match[1]!);
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map((match) => capitalize(match[1]!)));
}

const isFamily = (files: readonly string[]): boolean =>
  Object.values(families).some((family) => files.every((file) => family.test(file)));

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

it('an exported name has one meaning: it is declared once', () => {
  const twice = [...declarations()].filter(([, files]) => files.length > 1 && !isFamily(files));
  expect(Object.fromEntries(twice)).toEqual({});
});

it('exported names have no word that the glossary replaces by another', () => {
  const words = replacedWords();
  expect(words.length).toBeGreaterThan(20);
  const replaced = new RegExp(`(?:${words.join('|')})(?![a-z])`);
  const names = [...declarations().keys()].filter((name) => replaced.test(capitalize(name)));
  expect(names).toEqual([]);
});
