import { chmodSync, lstatSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from '../../../scripts/funnel/write-files.ts';
import { temporaryFolder } from './run.ts';

test('a file keeps who may do what with it, and a link stays a link', () => {
  using folder = temporaryFolder();
  folder.write('real/a.yaml', 'old');
  chmodSync(join(folder.path, 'real/a.yaml'), 0o640);
  const link = join(folder.path, 'a.yaml');
  symlinkSync(join('real', 'a.yaml'), link);
  writeFiles([{ name: link, text: 'new' }]);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder.path, 'real/a.yaml'), 'utf8')).toBe('new');
  expect(statSync(link).mode & 0o777).toBe(0o640);
});

test('if one of them has no place, none is written, and what lies beside them stays', () => {
  using folder = temporaryFolder();
  folder.write('a.yaml', 'old');
  folder.write('a.yaml.draft', "somebody's own");
  const files = ['a.yaml', 'nowhere/b.yaml'].map((name) => ({ name: join(folder.path, name), text: 'new' }));
  expect(() => writeFiles(files)).toThrow(`${files[1]?.name} can't be written: there is no such file or folder.`);
  expect(readdirSync(folder.path)).toEqual(['a.yaml', 'a.yaml.draft']);
  expect(readFileSync(join(folder.path, 'a.yaml'), 'utf8')).toBe('old');
  expect(readFileSync(join(folder.path, 'a.yaml.draft'), 'utf8')).toBe("somebody's own");
});

test('a folder in the place of a file is reported', () => {
  using folder = temporaryFolder();
  const name = join(folder.path, 'a.yaml');
  mkdirSync(name);
  expect(() => writeFiles([{ name, text: 'new' }])).toThrow(`${name} can't be written: `);
  expect(readdirSync(folder.path)).toEqual(['a.yaml']);
});
