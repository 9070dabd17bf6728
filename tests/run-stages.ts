import { availableParallelism } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { runTask, type Task } from './tasks.ts';

/** One part of `npm test`. */
export interface Stage extends Task {
  /** How long it takes on two cores beside another stage: the remaining time is estimated by it. */
  readonly seconds: number;
  /** The stages whose results it reads. */
  readonly after?: readonly string[];
  /** Where this fails the stage is left out, and it is said; with CI set, it has failed. */
  readonly isPossible?: Task;
  /** Stages with the same one take turns: Vite's cache of dependencies, what the server of the journeys has printed. */
  readonly lock?: string;
}

export type Stages = Readonly<Record<string, Stage>>;

interface Result {
  readonly stage: string;
  readonly outcome: 'passed' | 'failed' | 'not run';
  /** Whether the whole fails by it. */
  readonly isBroken: boolean;
  readonly seconds: number;
  readonly output: string;
}

/** A stage that runs. */
interface Running {
  readonly result: Promise<Result>;
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly printed: Buffer[];
}

/** Each wait of a stage, for servers, pages or its longest file, is used by another one. */
const lanes = availableParallelism();
const lineMilliseconds = 10_000;

/** A line of a test, file or rule that failed, as Vitest, Playwright, tsc, oxlint and prettier print it. */
const failure = /^\s*(?:FAIL {2}|\d+\) \[|.*\berror TS\d|\[warn\]|.* × )/;

/**
 * Runs every stage, as many at a time as there are cores, and prints each one's output when it is done, meanwhile a line
 * each ten seconds, and a summary at the end. Resolves with the exit code.
 */
export async function runStages(stages: Stages): Promise<number> {
  const startedAt = performance.now();
  const waiting = new Set(Object.keys(stages));
  const running = new Map<string, Running>();
  const results: Result[] = [];
  const mayStart = (stage: string) => {
    const { after = [], lock } = stages[stage]!;
    const done = after.every((earlier) => results.some((result) => result.stage === earlier));
    return done && !(lock && [...running.keys()].some((other) => stages[other]!.lock === lock));
  };
  const line = setInterval(
    () => console.log(describeProgress(stages, { running, results, startedAt })),
    lineMilliseconds,
  );
  while (waiting.size + running.size > 0) {
    for (const stage of [...waiting].filter(mayStart)) {
      if (running.size >= lanes || !mayStart(stage)) continue;
      waiting.delete(stage);
      const isBroken = (stages[stage]!.after ?? []).some((earlier) =>
        results.some((result) => result.stage === earlier && result.outcome !== 'passed'),
      );
      running.set(stage, start(stage, stages[stage]!, isBroken));
    }
    const result = await Promise.race([...running.values()].map((one) => one.result));
    running.delete(result.stage);
    results.push(result);
    console.log(`\n── ${result.stage}: ${result.outcome} after ${Math.round(result.seconds)} s\n${result.output}`);
  }
  clearInterval(line);
  return summarize(results, (performance.now() - startedAt) / 1000);
}

function start(name: string, stage: Stage, isBroken: boolean): Running {
  const [startedAt, printed]: [number, Buffer[]] = [performance.now(), []];
  if (isBroken) return { result: Promise.resolve({ ...notRun(name, ''), isBroken: true }), startedAt, printed };
  console.log(`── ${name}: started`);
  return { result: run(name, stage, printed), startedAt, printed };
}

async function run(name: string, stage: Stage, printed: Buffer[]): Promise<Result> {
  const startedAt = performance.now();
  const print = (text: Buffer) => void printed.push(text);
  if (stage.isPossible && (await runTask(stage.isPossible, [], print)) !== 0)
    return notRun(name, Buffer.concat(printed).toString());
  const code = await runTask(stage, [], print);
  const seconds = (performance.now() - startedAt) / 1000;
  const output = Buffer.concat(printed).toString();
  return { stage: name, outcome: code === 0 ? 'passed' : 'failed', isBroken: code !== 0, seconds, output };
}

const notRun = (stage: string, output: string): Result => ({
  stage,
  outcome: 'not run',
  isBroken: Boolean(process.env['CI']),
  seconds: 0,
  output,
});

interface Progress {
  readonly running: ReadonlyMap<string, Running>;
  readonly results: readonly Result[];
  readonly startedAt: number;
}

/** What runs, with the tests or files of tests that have passed in it, how many stages are done, and how long the rest takes. */
function describeProgress(stages: Stages, { running, results, startedAt }: Progress): string {
  const now = performance.now();
  const names = [...running].map(([name, { printed }]) => {
    const passed = stripVTControlCharacters(Buffer.concat(printed).toString()).match(/^ *✓/gm)?.length ?? 0;
    return passed > 0 ? `${name} (${passed} ✓)` : name;
  });
  const elapsed = (name: string) => (now - (running.get(name)?.startedAt ?? now)) / 1000;
  const left = secondsLeft(stages, results, elapsed);
  const time = left < 60 ? 'less than a minute' : `about ${Math.round(left / 60)} min`;
  const done = `${results.length} of ${Object.keys(stages).length} stages done`;
  return `── ${formatSeconds((now - startedAt) / 1000)}  ${names.join(', ')} · ${done} · ${time} left`;
}

/**
 * How long the rest takes: the whole of it on all cores, or the longest stage with those that wait for it, on a machine
 * that takes as long for each as for those that are done. One that takes longer is taken to be nearly done.
 */
export function secondsLeft(
  stages: Stages,
  done: readonly Pick<Result, 'stage' | 'seconds'>[],
  elapsed: (stage: string) => number,
): number {
  const ran = done.filter(({ seconds }) => seconds > 0);
  const pace =
    ran.length > 0 ? sum(ran.map(({ seconds }) => seconds)) / sum(ran.map(({ stage }) => stages[stage]!.seconds)) : 1;
  const isDone = (name: string) => done.some(({ stage }) => stage === name);
  const left = (name: string) => (isDone(name) ? 0 : Math.max(5, stages[name]!.seconds * pace - elapsed(name)));
  const untilEndOf = (name: string): number => left(name) + Math.max(0, ...(stages[name]!.after ?? []).map(untilEndOf));
  const names = Object.keys(stages);
  return Math.max(sum(names.map(left)) / lanes, ...names.map(untilEndOf));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

function summarize(results: readonly Result[], seconds: number): number {
  console.log('\n── summary');
  for (const { stage, outcome, seconds: each } of results)
    console.log(`${outcome.padEnd(8)} ${String(Math.round(each)).padStart(4)} s  ${stage}`);
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const counts = (['passed', 'failed', 'not run'] as const).filter((outcome) => count(outcome) > 0);
  const told = counts.map((outcome) => `${count(outcome)} ${outcome}`).join(', ');
  console.log(`${' '.repeat(8)} ${String(Math.round(seconds)).padStart(4)} s  in all: ${told}`);
  for (const { stage, outcome, output } of results.filter((result) => result.outcome !== 'passed')) {
    console.log(`\n── ${stage}: ${outcome}. Once more: npm test -- ${stage}`);
    const lines = output.split('\n').filter((line) => failure.test(stripVTControlCharacters(line)));
    if (lines.length > 0) console.log([...new Set(lines)].join('\n'));
  }
  return results.some(({ isBroken }) => isBroken) ? 1 : 0;
}
