import { runStages, type Stage, type Stages } from './run-stages.ts';
import { listTasks, program, runTask, withTemporaryFolder } from './tasks.ts';

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

/** Where Playwright keeps what came of the journeys of a stage. */
const kept = (stage: string) => ({ PLAYWRIGHT_BLOB_OUTPUT_FILE: `dist/journeys/${stage}.zip` });

/** What a stage runs in that opens the built site in Firefox or WebKit. */
const inEngines = {
  needs: ['engines'],
  after: ['build'],
  lock: 'journeys',
  isPossible: { about: '', command: ['node', 'scripts/with-engines.mjs', 'true'] },
} as const satisfies Partial<Stage>;

const allowFirefox = { NODE_OPTIONS: '--import ./tests/harness/allow-firefox.mjs' };

/** The longest stages first, so that the lanes end at about the same time. */
const stages: Readonly<Record<string, Stage & Shorter>> = {
  build: { about: 'the site', seconds: 35, command: program('scripts/build.ts') },
  db: {
    about: 'the API on both databases',
    seconds: 180,
    command: vitest('database'),
    needs: ['postgres-no-fsync'],
    shorter: { env: { CLICKHOUSE: 'off', TRACES: 'off' } },
  },
  e2e: {
    about: 'journeys through the built site',
    seconds: 230,
    command: ['playwright', 'test', '--project', 'phone', '--project', 'desktop'],
    needs: ['chromium'],
    after: ['build'],
    lock: 'journeys',
    env: kept('e2e'),
  },
  firefox: {
    about: 'journeys through the built site, in Firefox',
    seconds: 600,
    command: ['playwright', 'test', '--project', 'firefox-journeys'],
    ...inEngines,
    env: { ...allowFirefox, ...kept('firefox') },
    shorter: null,
  },
  engines: {
    about: 'what has to work in every browser, in Firefox and WebKit',
    seconds: 150,
    command: ['playwright', 'test', ...['firefox', 'webkitgtk', 'wpe'].flatMap((engine) => ['--project', engine])],
    ...inEngines,
    env: { ...allowFirefox, ...kept('engines') },
  },
  site: {
    about: 'the files of the built site, and sites built from other files',
    seconds: 80,
    command: vitest('site'),
    needs: ['chromium'],
    after: ['build'],
  },
  browser: {
    about: 'components in a browser',
    seconds: 110,
    command: vitest('browser'),
    needs: ['chromium'],
    lock: 'vite',
  },
  lint: { about: 'format, types and rules', seconds: 20, command: ['npm', 'run', '--silent', 'lint'] },
  stories: {
    about: 'every story, with axe',
    seconds: 165,
    command: ['vitest', 'run', '--config', 'vitest.stories.config.ts'],
    needs: ['chromium'],
    lock: 'vite',
  },
  storybook: {
    about: 'the stories as a site',
    seconds: 35,
    command: ['storybook', 'build', '--output-dir', 'dist/storybook', '--quiet', '--disable-telemetry'],
  },
  looks: {
    about: 'how every step looks, pixel by pixel',
    seconds: 130,
    command: vitest('looks'),
    needs: ['chromium'],
    after: ['storybook'],
    shorter: { env: { LOOKS_LOCALE: 'en' } },
  },
  author: { about: 'the checker, properties and the commands for authors', seconds: 130, command: vitest('author') },
  unit: { about: 'rules without a browser or a database', seconds: 35, command: vitest('unit', 'isolated') },
  'unit-node-24': {
    about: 'those that the server follows, on Node 24, which npx fetches',
    seconds: 35,
    command: [...node24, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...serverRules],
    isPossible: { about: '', command: [...node24, '--version'] },
    shorter: null,
  },
};

const [name, ...args] = process.argv.slice(2);
if (name === undefined) process.exitCode = await withTemporaryFolder(() => runStages(shorten()));
else if (name === 'all') process.exitCode = await withTemporaryFolder(() => runStages(stages));
else if (stages[name]) process.exitCode = await withTemporaryFolder(() => runStage(name));
else {
  const list = `${listTasks('npm test', stages)}\n\nWith "all", all of them, also what \`npm test\` leaves out.`;
  console.error(`There is no stage "${name}".\n\n${list}`);
  process.exitCode = 1;
}

/** What `npm test` runs of a stage: all of it, less where it says what is other then, or nothing of it. */
interface Shorter {
  readonly shorter?: Partial<Stage> | null;
}

/** The stages as `npm test` runs them, which is to take ten minutes on two cores. */
function shorten(): Stages {
  const kept = Object.entries(stages).filter(([, { shorter }]) => shorter !== null);
  return Object.fromEntries(kept.map(([name, stage]) => [name, { ...stage, ...stage.shorter }]));
}

/** One stage after those that it needs, with the arguments of the command line. */
async function runStage(stage: string): Promise<number> {
  for (const earlier of stages[stage]?.after ?? []) {
    const code = await runTask(stages[earlier]!);
    if (code !== 0) return code;
  }
  return runTask(stages[stage]!, args);
}
