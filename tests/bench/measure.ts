import { palette } from '../../content/brand.ts';
/** Takes one set of figures in the process that it is called in, which should be a fresh one. */

import { parseDocument } from 'yaml';
import { buildFunnels } from '../../engine/author/build.ts';
import type { CompiledFunnel } from '../../engine/model.ts';
import { engines, type Engine, type EngineName } from './engines.ts';
import { benchTopics, quizFiles, type Shape } from './quiz-text.ts';

/** Figures by name. Times are in milliseconds. */
export type Figures = Record<string, number>;

/** For how long, in milliseconds, what is quick is repeated. */
const budget = 1000;

/** How long the YAML text of a quiz takes to be read: by the yaml package alone, or to a compiled funnel. */
export function measureCompile(reader: 'yaml' | 'build', size: number, shape: Shape): Figures {
  const files = quizFiles(size, shape);
  const parse = () => files.forEach(({ text }) => parseDocument(text).toJS() as unknown);
  return firstAndLater(reader === 'yaml' ? parse : () => compile(size, shape));
}

/** The compiled funnel of a quiz; throws if its text has problems. */
export function compile(size: number, shape: Shape): CompiledFunnel {
  const { funnels, problems } = buildFunnels({ colours: palette, files: quizFiles(size, shape), topics: benchTopics });
  if (!funnels[0]) throw new Error(problems.map(({ message }) => message).join('\n'));
  return funnels[0].funnel;
}

/** How an engine loads a funnel, and plays it from the first step to the finish. */
export function measurePlay(name: EngineName, funnel: CompiledFunnel): Figures {
  const load = engines[name];
  const before = heap();
  const begin = load(funnel);
  const run = begin();
  const whole = timed(() => {
    while (run.step());
  });
  const megabytes = (heap() - before) / 2 ** 20;
  run.step(); // at the finish already: only keeps the visit from being collected before
  return {
    'whole run': whole,
    'heap MB': megabytes,
    'transitions per s': rate(() => begin),
    'on a new machine': rate(() => load(structuredClone(funnel))),
  };
}

/** How long an engine takes from a funnel to its first step. */
export function measureLoad(name: EngineName, funnel: CompiledFunnel): Figures {
  return firstAndLater(() => engines[name](funnel)());
}

function firstAndLater(work: () => unknown): Figures {
  const first = timed(work);
  let times = 0;
  const later = timed(() => {
    const end = performance.now() + budget;
    do work();
    while (++times && performance.now() < end);
  });
  return { first, later: later / times };
}

/** Steps per second, of runs that start over at the finish; what `load` takes isn't counted. */
function rate(load: () => ReturnType<Engine>): number {
  let steps = 0;
  let spent = 0;
  const end = performance.now() + 2 * budget;
  while (performance.now() < end) {
    const run = load()();
    spent += timed(() => {
      while (run.step()) if ((++steps & 15) === 0 && performance.now() > end) break;
    });
  }
  return (1000 * steps) / spent;
}

/** The smaller of the two times: the clock runs on for other processes, CPU time for other threads of this one. */
function timed(work: () => unknown): number {
  const cpu = process.cpuUsage();
  const start = performance.now();
  work();
  const elapsed = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return Math.min(elapsed, (user + system) / 1000);
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
