import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { apply, type Mutant, mutantsOf } from './mutate.ts';

/**
 * `npm run mutants -- api/accounts/*.ts --tests tests/accounts`: changes one small thing after the other in a copy of
 * the project, and says what these tests don't notice.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Files and folders of them, with commas between. */
    tests: { type: 'string' },
    /** So many mutants, of all that there are. */
    count: { type: 'string', default: '15' },
    /** Another seed picks others. */
    seed: { type: 'string', default: '1' },
  },
});
if (positionals.length === 0 || values.tests === undefined) {
  console.error('npm run mutants -- api/accounts/*.ts --tests tests/accounts [--count 15] [--seed 1]');
  process.exit(2);
}

const copy = copyProject();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

const tests = values.tests.split(',');
if (!doTestsPass('inherit')) {
  console.error('These tests fail without a mutant.');
  process.exit(1);
}
const all = positionals.flatMap((file) => mutantsOf(file, read(file)));
const survivors = pick(all, Number(values.count), Number(values.seed)).filter((mutant) => !isNoticed(mutant));
console.log(`${survivors.length} survived:`);
for (const mutant of survivors) console.log(describe(mutant));

function read(file: string): string {
  return readFileSync(file, 'utf8');
}

/** Everything that git would keep, as it is now, beside the installed packages. */
function copyProject(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'mutants-'));
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    maxBuffer: 2 ** 26,
  });
  for (const file of listed.stdout.toString().split('\0'))
    if (file !== '' && !file.startsWith('tests/looks/references/')) cpSync(file, path.join(folder, file));
  for (const packages of ['node_modules', 'tests/clickhouse/node_modules'])
    if (existsSync(packages)) symlinkSync(path.resolve(packages), path.join(folder, packages));
  return folder;
}

function isNoticed(mutant: Mutant): boolean {
  const [source, target] = [read(mutant.file), path.join(copy, mutant.file)];
  writeFileSync(target, apply(source, mutant));
  const isNoticed = !doTestsPass();
  writeFileSync(target, source);
  console.log(`${isNoticed ? 'noticed ' : 'SURVIVED'} ${describe(mutant)}`);
  return isNoticed;
}

function doTestsPass(stdio: 'ignore' | 'inherit' = 'ignore'): boolean {
  const projects = ['unit', 'isolated', 'author', 'database'].flatMap((name) => ['--project', name]);
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...projects, '--bail', '1', '--silent=true', ...tests];
  // A mutant that never comes to an end is noticed too.
  return spawnSync(process.execPath, args, { cwd: copy, stdio, timeout: 300_000 }).status === 0;
}

function describe({ file, line, from, to }: Mutant): string {
  const shown = [from, to].map((text) => text.replaceAll(/\s+/g, ' '));
  return `${file}:${line}  ${shown.join('  →  ')}`;
}

/** Some of all, by chance, but the same for a seed. */
function pick(mutants: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  let state = seed;
  const next = () => (state = (state * 48_271) % 2_147_483_647);
  for (let warm = 0; warm < 3; warm++) next();
  return mutants
    .map((mutant) => ({ mutant, place: next() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}
