import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { listTasks, program, runTask, type Task } from './tasks.ts';

/** One part of `npm test`. */
interface Stage extends Task {
  /** The stages whose results it reads. */
  readonly after?: readonly string[];
  /** Where this fails the stage is left out, and it is said; with CI set, it has failed. */
  readonly isPossible?: Task;
  /** Stages with the same one take turns: a port, a cache. */
  readonly lock?: string;
}

const vitest = (...projects: readonly string[]) => [
  'vitest',
  'run',
  ...projects.flatMap((name) => ['--project', name]),
];

const node24 = ['npx', '--yes', '--package', 'node@24', 'node'];

/** Rules that the server follows; those of pages run in browsers, whatever Node is there. */
const serverRules = 'accounts analytics api content database emails engine events jobs payments reports visits'
  .split(' ')
  .map((folder) => `tests/${folder}/`);

/** The longest stages first, so that the lanes end at about the same time. */
const stages: Readonly<Record<string, Stage>> = {
  build: { about: 'the site', command: program('scripts/build.ts') },
  db: {
    about: 'the API on both databases',
    command: vitest('database'),
    needs: ['postgres-no-fsync'],
  },
  e2e: {
    about: 'journeys through the built site',
    command: ['playwright', 'test'],
    needs: ['chromium'],
    after: ['build'],
  },
  site: {
    about: 'the files of the built site, and sites built from other files',
    command: vitest('site'),
    needs: ['chromium'],
    after: ['build'],
  },
  browser: { about: 'components in a browser', command: vitest('browser'), needs: ['chromium'], lock: 'vite' },
  lint: { about: 'format, types and rules', command: ['npm', 'run', '--silent', 'lint'] },
  stories: {
    about: 'every story, with axe',
    command: ['vitest', 'run', '--config', 'vitest.stories.config.ts'],
    needs: ['chromium'],
    lock: 'vite',
  },
  storybook: {
    about: 'the stories as a site',
    command: ['storybook', 'build', '--output-dir', 'dist/storybook', '--quiet', '--disable-telemetry'],
  },
  looks: {
    about: 'how every step looks, pixel by pixel',
    command: vitest('looks'),
    needs: ['chromium'],
    after: ['storybook'],
  },
  author: { about: 'the checker, its proofs and the commands for authors', command: vitest('author') },
  unit: { about: 'rules without a browser or a database', command: vitest('unit', 'isolated') },
  'unit-node-24': {
    about: 'those that the server follows, on Node 24, which npx fetches',
    command: [...node24, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...serverRules],
    isPossible: { about: '', command: [...node24, '--version'] },
  },
};

/** A line of a test, file or rule that failed, as Vitest, Playwright, tsc, oxlint and prettier print it. */
const failure = /^\s*(?:FAIL {2}|\d+\) \[|.*\berror TS\d|\[warn\]|.* × )/;

// What tests leave behind, also when they are killed, goes with it.
const temporary = mkdtempSync(path.join(tmpdir(), 'npm-test-'));
chmodSync(temporary, 0o755); // PostgreSQL runs as a user of its own
process.env['TMPDIR'] = temporary;
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 3 }));

const [name, ...args] = process.argv.slice(2);
if (name === undefined) process.exitCode = await runAll();
else if (stages[name]) process.exitCode = await runStage(name);
else {
  console.error(`There is no stage "${name}".\n\n${listTasks('npm test', stages)}`);
  process.exitCode = 1;
}

/** One stage after those that it needs, with the arguments of the command line. */
async function runStage(stage: string): Promise<number> {
  for (const earlier of stages[stage]?.after ?? []) {
    const code = await runTask(stages[earlier]!);
    if (code !== 0) return code;
  }
  return runTask(stages[stage]!, args);
}

interface Result {
  readonly stage: string;
  readonly outcome: 'passed' | 'failed' | 'not run';
  /** Whether the whole fails by it. */
  readonly isBroken: boolean;
  readonly seconds: number;
  readonly output: string;
}

/** Runs every stage, as many at a time as there are cores, and prints each one's output when it is done. Resolves with the exit code. */
async function runAll(): Promise<number> {
  const started = performance.now();
  // Each waits for servers, pages or its longest file part of its time, which another one uses.
  const lanes = availableParallelism();
  const waiting = new Set(Object.keys(stages));
  const running = new Map<string, Promise<Result>>();
  const results: Result[] = [];
  const mayStart = (stage: string) => {
    const { after = [], lock } = stages[stage]!;
    const done = after.every((earlier) => results.some((result) => result.stage === earlier));
    return done && !(lock && [...running.keys()].some((other) => stages[other]!.lock === lock));
  };
  while (waiting.size + running.size > 0) {
    for (const stage of [...waiting].filter(mayStart)) {
      if (running.size >= lanes || !mayStart(stage)) continue;
      waiting.delete(stage);
      const broken = (stages[stage]!.after ?? []).some((earlier) =>
        results.some((result) => result.stage === earlier && result.outcome !== 'passed'),
      );
      running.set(stage, broken ? Promise.resolve({ ...notRun(stage), isBroken: true }) : take(stage));
    }
    const result = await Promise.race(running.values());
    running.delete(result.stage);
    results.push(result);
    console.log(`\n── ${result.stage}: ${result.outcome} after ${Math.round(result.seconds)} s\n${result.output}`);
  }
  return report(results, (performance.now() - started) / 1000);
}

const notRun = (stage: string, output = ''): Result => ({
  stage,
  outcome: 'not run',
  isBroken: Boolean(process.env['CI']),
  seconds: 0,
  output,
});

async function take(stage: string): Promise<Result> {
  console.log(`── ${stage}: started`);
  const started = performance.now();
  const printed: Buffer[] = [];
  const run = (task: Task) => runTask(task, [], (text) => printed.push(text));
  const { isPossible } = stages[stage]!;
  if (isPossible && (await run(isPossible)) !== 0) return notRun(stage, Buffer.concat(printed).toString());
  const code = await run(stages[stage]!);
  const seconds = (performance.now() - started) / 1000;
  const output = Buffer.concat(printed).toString();
  return { stage, outcome: code === 0 ? 'passed' : 'failed', isBroken: code !== 0, seconds, output };
}

function report(results: readonly Result[], seconds: number): number {
  console.log('\n── times');
  for (const { stage, outcome, seconds: each } of results)
    console.log(`${outcome.padEnd(8)} ${String(Math.round(each)).padStart(4)} s  ${stage}`);
  console.log(`${' '.repeat(8)} ${String(Math.round(seconds)).padStart(4)} s  in all`);
  for (const { stage, outcome, output } of results.filter((result) => result.outcome !== 'passed')) {
    console.log(`\n── ${stage}: ${outcome}. Once more: npm test -- ${stage}`);
    const lines = output.split('\n').filter((line) => failure.test(stripVTControlCharacters(line)));
    if (lines.length > 0) console.log([...new Set(lines)].join('\n'));
  }
  return results.some(({ isBroken }) => isBroken) ? 1 : 0;
}
