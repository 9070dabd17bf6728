/**
 * Measures the funnel engine beside a plain reducer and a bare XState actor:
 *
 *   npx tsx tests/bench/engine.ts [--sizes 16,100,1000,10000] [--reps 5] [--json FILE]
 *
 * Every figure comes from a fresh process; repetitions are interleaved; the tables show medians. Times are in
 * milliseconds. At last it proves large funnels, in seconds. Exits with 1 where a goal is missed.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { CompiledFunnel } from '../../engine/model.ts';
import { demand } from '../proofs/report.ts';
import { engines, type EngineName } from './engines.ts';
import { compile, measureCompile, measureLoad, measurePlay, median, type Figures } from './measure.ts';
import { measureProofs } from './proofs.ts';
import { shapes, type Shape } from './quiz-text.ts';

/** One process's work. */
interface Job {
  readonly kind: 'yaml' | 'build' | 'load' | 'play';
  readonly engine?: EngineName;
  readonly size: number;
  readonly shape: Shape;
  /** Where the compiled funnel is. */
  readonly file: string;
}

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '16,100,1000,10000' },
    reps: { type: 'string', default: '5' },
    json: { type: 'string' },
    job: { type: 'string' },
  },
});

/** Which job has a figure. */
const figures = { 'transitions per s': 'play', first: 'load' } as const;

if (values.job) console.log(JSON.stringify(work(JSON.parse(values.job) as Job)));
else {
  measureAll(values.sizes.split(',').map(Number), Number(values.reps));
  measureProofs();
}

function work({ kind, engine, size, shape, file }: Job): Figures {
  if (kind === 'yaml' || kind === 'build') return measureCompile(kind, size, shape);
  const funnel = JSON.parse(readFileSync(file, 'utf8')) as CompiledFunnel;
  return (kind === 'load' ? measureLoad : measurePlay)(engine!, funnel);
}

function measureAll(sizes: readonly number[], repetitions: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
  const jobs = sizes.flatMap((size) => shapes.flatMap((shape) => jobsFor(size, shape, folder)));
  const found = new Map<Job, Figures[]>(jobs.map((job) => [job, []]));
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (const job of repetition % 2 ? jobs.toReversed() : jobs) found.get(job)!.push(inFreshProcess(job));
    console.error(`repetition ${repetition + 1} of ${repetitions} done`);
  }
  rmSync(folder, { recursive: true });
  const results = [...found].map(([job, figures]) => ({ ...rowOf(job), ...medians(figures) }));
  hold(results);
  for (const shape of shapes)
    print(
      shape,
      results.filter((row) => row.shape === shape),
    );
  if (values.json)
    writeFileSync(values.json, `${JSON.stringify({ node: process.version, repetitions, results }, null, 2)}\n`);
}

/** Says of each goal whether it is held. A visitor makes a transition in five seconds. */
function hold(results: readonly ReturnType<typeof rowOf>[]): void {
  const figureOf = (size: number, name: keyof typeof figures) => {
    const what = `funnel machine: ${figures[name]}`;
    const row = results.find((each) => each.shape === 'plain' && each.size === size && each.what === what);
    return (row as Partial<Record<string, number>> | undefined)?.[name] ?? NaN;
  };
  for (const size of new Set(results.map((row) => row.size))) {
    if (size > 1_000) continue;
    const rate = figureOf(size, 'transitions per s');
    demand(`${size} steps: 5,000 transitions a second or more`, rate >= 5_000, `${Math.round(rate)}`);
    const start = figureOf(size, 'first');
    demand(`${size} steps: a machine starts within 100 ms`, start <= 100, `${start.toFixed(1)} ms`);
  }
}

function jobsFor(size: number, shape: Shape, folder: string): Job[] {
  const file = join(folder, `${shape}-${size}.json`);
  writeFileSync(file, JSON.stringify(compile(size, shape)));
  // The other engines know no conditions.
  const names = shape === 'plain' ? (Object.keys(engines) as EngineName[]) : (['funnel machine'] as const);
  const readers = (['yaml', 'build'] as const).map((kind): Job => ({ kind, size, shape, file }));
  const players = names.flatMap((engine) =>
    (['load', 'play'] as const).map((kind): Job => ({ kind, engine, size, shape, file })),
  );
  return [...readers, ...players];
}

function inFreshProcess(job: Job): Figures {
  const flags = ['--expose-gc', '--max-old-space-size=4096', '--import', 'tsx'];
  const args = [...flags, fileURLToPath(import.meta.url), '--job', JSON.stringify(job)];
  const env = { ...process.env, NODE_ENV: 'production' };
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', env })) as Figures;
}

function rowOf({ kind, engine, size, shape }: Job): { what: string; size: number; shape: Shape } {
  const what = { yaml: 'yaml’s own parse', build: 'buildFunnels', load: `${engine}: load`, play: `${engine}: play` }[
    kind
  ];
  return { what, size, shape };
}

function medians(figures: readonly Figures[]): Figures {
  const names = Object.keys(figures[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(figures.map((each) => each[name]!))]));
}

/** One table of what was read or loaded, one of what was played. */
function print(shape: Shape, rows: readonly ReturnType<typeof rowOf>[]): void {
  console.log(
    `\n${shape === 'plain' ? 'The shape of quiz 1, over and over' : 'The same, every third step with show_if'}`,
  );
  const played = rows.filter(({ what }) => what.endsWith('play'));
  const read = rows.filter((row) => !played.includes(row));
  for (const group of [read, played]) {
    const cells = group.map((row) => Object.entries(row).filter(([name]) => name !== 'shape'));
    console.table(cells.map((row) => Object.fromEntries(row.map(([name, value]) => [name, rounded(value)]))));
  }
}

function rounded(value: string | number): string | number {
  if (typeof value === 'string') return value;
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
