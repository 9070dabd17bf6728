// How finely the code is cut: `npm run house`. Tests, stories and generated files are left out.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

const areas = ['engine', 'web', 'api', 'schemas', 'scripts', 'stories'];
const listed = execFileSync('git', ['ls-files', ...areas], { encoding: 'utf8' }).split('\n');
const files = listed.filter(
  (file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.(test|spec|stories)\.|\/generated\//.test(file),
);
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

/** The files that import each file, by any static, dynamic or type import. */
const importers = new Map(files.map((file) => [file, new Set()]));
for (const [file, text] of texts)
  for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?\s*(?:\/\*.*?\*\/\s*)?'(\.[^']*)'/g))
    importers.get(posix.join(posix.dirname(file), specifier))?.add(file);

function describe(name, chosen) {
  const lengths = chosen.map((file) => texts.get(file).trimEnd().split('\n').length).toSorted((a, b) => a - b);
  const share = (count) => `${Math.round((100 * count) / chosen.length)} %`;
  const single = chosen.filter((file) => {
    const [only, ...others] = importers.get(file);
    return only !== undefined && others.length === 0 && posix.dirname(only) === posix.dirname(file);
  });
  const mean = Math.round(lengths.reduce((sum, length) => sum + length, 0) / chosen.length);
  const median = lengths[Math.floor(lengths.length / 2)];
  const short = share(lengths.filter((length) => length <= 30).length);
  return `| ${name} | ${chosen.length} | ${median} / ${mean} | ${short} | ${share(single.length)} (${single.length}) |`;
}

console.log('| | files | median / mean lines | at most 30 lines | imported by one file of the same folder only |');
console.log('|---|---|---|---|---|');
for (const area of areas)
  console.log(
    describe(
      area,
      files.filter((file) => file.startsWith(`${area}/`)),
    ),
  );
console.log(describe('all', files));
