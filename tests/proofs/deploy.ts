import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { readBuildManifest } from '../../api/builds.ts';
import { loadPublishedFunnels } from '../../api/funnels/published.ts';
import { explore } from '../e2e/places.ts';
import { browserArgs } from '../harness/browser-args.ts';
import { callApi, clientIp, signupBody } from '../harness/api-calls.ts';
import { serveCommand, startProcess, type RunningProcess } from '../harness/processes.ts';
import { copyProject } from '../site/adapted-copy.ts';
import { addMigrations, migrationOf } from './next-version.ts';
import { startNginx } from './nginx.ts';
import { freshDatabaseUrl } from './postgres.ts';
import { demand, quantile } from './report.ts';

/**
 * Three processes behind nginx, with deploy/nginx.conf, are replaced, once the database is migrated, one by one by those of another build (other code,
 * other words, one migration more), and back, under a load of fresh visits in Chromium and of calls: no request fails, no
 * page lacks a file, no visit is lost. As with images, no process has a folder that another one has, nor any other build.
 *
 * That it can fail: with `drainSeconds` 0, nginx answers 81 of 750 requests with 502 in one round.
 */
const rounds = Number(process.env['ROUNDS'] ?? 10);
/** Off: nobody runs `npm run migrate`, and what can't be asked twice may get 503 from a process that migrates. */
const migratesFirst = process.env['MIGRATE_FIRST'] !== 'off';
const drainSeconds = 2;
const quiz = 'daily-emotional-reset';

const folder = mkdtempSync(path.join(tmpdir(), 'proof-deploy-'));
const databaseUrl = await freshDatabaseUrl();
const nginx = await startNginx();
const environment = {
  ...process.env,
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  DATABASE_URL: databaseUrl,
  DRAIN_SECONDS: String(drainSeconds),
  AUTH_SECRET: 'a-secret-of-thirty-two-characters-or-more',
};

interface Build {
  readonly name: string;
  readonly folder: string;
  readonly command: readonly string[];
}

const builds: readonly [Build, Build] = [
  { name: 'old', folder: path.resolve('.'), command: await serveCommand() },
  buildNext(),
];

/** The project with other code in each file of the app, other words, and a migration that this one doesn't know. */
function buildNext(): Build {
  const copy = copyProject();
  appendFileSync(path.join(copy.folder, 'web/main.tsx'), "\ndocument.documentElement.dataset['next'] = 'yes';\n");
  const words = path.join(copy.folder, `funnels/${quiz}.en.yaml`);
  writeFileSync(words, readFileSync(words, 'utf8').replace(/title: .*/, 'title: The next version asks you this'));
  addMigrations(copy.folder, { '9000_next': migrationOf('SELECT pg_sleep(3); ALTER TABLE users ADD next text') });
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], {
    cwd: copy.folder,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The next version could not be built');
  return { name: 'new', folder: copy.folder, command: [process.execPath, 'dist/server/main.mjs'] };
}

const failures: string[] = [];
const counts = { pages: 0, files: 0, calls: 0, signUps: 0, visits: 0 };
const milliseconds: number[] = [];
const ending = new AbortController();
let number = 0;

async function counted(name: keyof typeof counts, what: string, work: () => Promise<number>): Promise<void> {
  counts[name]++;
  const began = performance.now();
  const status = await work().catch((error: unknown) => String(error));
  milliseconds.push(performance.now() - began);
  if (status !== 200 && status !== 201 && status !== 401) failures.push(`${what}: ${status}`);
}

/** A fresh visit as far as requests go: the page, then all of its files, whichever process answers each. */
async function fetchPages(): Promise<void> {
  while (!ending.signal.aborted) {
    let html = '';
    await counted('pages', 'page', async () => {
      const response = await fetch(`${nginx.url}/${quiz}?locale=${number % 2 ? 'en' : 'es'}`);
      html = await response.text();
      return response.status;
    });
    const files = new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]!));
    await Promise.all([...files].map((file) => counted('files', file, () => statusOf(file))));
    await sleep(100);
  }
}

async function statusOf(file: string): Promise<number> {
  const response = await fetch(`${nginx.url}${file}`);
  await response.arrayBuffer();
  return response.status;
}

async function makeCalls(): Promise<void> {
  while (!ending.signal.aborted) {
    await counted('calls', 'users/me', async () => {
      const { status } = await callApi(nginx.url, '/v1/users/me/', { method: 'GET' });
      return status;
    });
    await sleep(20);
  }
}

const visitsByBuild = await Promise.all(
  builds.map(async (build) => {
    const site = path.join(build.folder, 'dist/site');
    const { funnels } = await loadPublishedFunnels(site, (await readBuildManifest(site)).funnels);
    const funnel = funnels.get(quiz)!;
    const { answers, input } = explore(funnel).endings[0]!;
    return { funnel: quiz, version: funnel.version, answers, input };
  }),
);
const acknowledged: string[] = [];

/** Of a request that nginx may not repeat. */
const isExcused = (status: number) => !migratesFirst && status === 503;

/** Sign-ups with the results of either version's quiz, one after the other, at whichever process. */
async function signUpAgainAndAgain(): Promise<void> {
  while (!ending.signal.aborted) {
    const mine = ++number;
    const email = `visitor-${mine}@example.com`;
    await counted('signUps', 'sign-up', async () => {
      const body = { ...signupBody(email), visit: visitsByBuild[mine % 2]! };
      const answer = await callApi<{ visit?: string }>(nginx.url, '/v1/auth/signup/', { body, ip: clientIp(mine) });
      if (answer.status === 201 && answer.body.visit !== 'stored') failures.push(`visit: ${answer.body.visit}`);
      if (answer.status === 201) acknowledged.push(email);
      return isExcused(answer.status) ? 201 : answer.status;
    });
    await sleep(150);
  }
}

const browser = await chromium.launch({ args: browserArgs, executablePath: process.env['CHROMIUM']! });

/** Visitors who see the site for the first time, and answer the first questions. */
async function visitInChromium(): Promise<void> {
  while (!ending.signal.aborted) {
    const context = await browser.newContext();
    try {
      await visitOnce(context);
      counts.visits++;
    } catch (error) {
      failures.push(`visit in Chromium: ${String(error).split('\n', 1)[0]}`);
    } finally {
      await context.close();
    }
  }
}

async function visitOnce(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  page.on('response', (response) => {
    const mayFail = response.request().method() === 'POST' && isExcused(response.status());
    if (response.status() >= 400 && !mayFail) failures.push(`in Chromium, ${response.status()}: ${response.url()}`);
  });
  page.on('pageerror', (error) => failures.push(`in Chromium: ${error.message}`));
  await page.goto(`${nginx.url}/${quiz}`);
  for (let step = 0; step < 4; step++) await passStep(page);
  await page.goto(`${nginx.url}/login`);
  await page.getByLabel('Email').waitFor();
}

async function passStep(page: Page): Promise<void> {
  const id = await page.locator('main [data-step]').getAttribute('data-step');
  const shown = page.locator(`main [data-step="${id}"] section`);
  const radio = shown.getByRole('radio').first();
  if ((await shown.getByRole('radio').count()) > 0) await radio.click();
  else await shown.getByRole('button').last().click();
  await page.locator(`main [data-step="${id}"]`).waitFor({ state: 'detached', timeout: 30_000 });
}

const running: RunningProcess[] = [];

async function start(place: number, build: Build): Promise<void> {
  const env = { ...environment, PORT: String(nginx.ports[place]), DATA_DIR: path.join(folder, `${place}`) };
  const started = startProcess(build.command, env, build.folder);
  running[place] = started;
  await started.ready;
}

/** As docs/guide/operate/deploy.md says: before any process is replaced. */
async function migrate(build: Build): Promise<void> {
  const command = startProcess([process.execPath, 'dist/server/migrate.mjs'], environment, build.folder);
  if ((await command.exited) !== 0) failures.push(`npm run migrate: ${command.errors}`);
}

for (const place of nginx.ports.keys()) await start(place, builds[0]);
const work = [fetchPages, fetchPages, makeCalls, makeCalls, signUpAgainAndAgain, signUpAgainAndAgain, visitInChromium];
const load = work.map((each) => each());
await sleep(2_000);
const manyCookies = { Cookie: `others=${'x'.repeat(9_000)}` };
const { status } = await fetch(`${nginx.url}/${quiz}`, { headers: manyCookies });
demand('a page for a browser with 9 kB of cookies', status === 200, `${status}`);
let restarts = 0;
for (let round = 0; round < rounds; round++) {
  for (const build of builds.toReversed()) {
    if (migratesFirst) await migrate(build);
    for (const place of nginx.ports.keys()) {
      await running[place]!.kill('SIGTERM');
      const { exitCode } = running[place]!.child;
      if (exitCode !== 0) failures.push(`a process ended with ${exitCode}: ${running[place]!.errors}`);
      await start(place, build);
      restarts++;
    }
    console.log(`${restarts} restarts, all ${build.name} now: ${failures.length} failures`);
  }
}
ending.abort();
await Promise.all(load);

const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
const stored = await client.query<{ email: string }>(
  'SELECT email FROM users JOIN visits ON visits.user_id = users.id',
);
await client.end();
const known = new Set(stored.rows.map(({ email }) => email));
const lost = acknowledged.filter((email) => !known.has(email));
const errors = running.map(({ errors }) => errors).join('');

const { pages, files, calls, signUps, visits } = counts;
console.log(
  `${restarts} restarts of 3 processes under load: ${pages} pages with ${files} files, ${calls} calls, ${signUps} sign-ups, ` +
    `${visits} visits in Chromium; p99 ${quantile(milliseconds, 0.99).toFixed(0)} ms`,
);
demand('failed requests, and pages without their files', failures.length === 0, `${failures.length}`);
for (const failure of failures.slice(0, 20)) console.log(`  ${failure}`);
demand(`of ${acknowledged.length} visits acknowledged, lost`, lost.length === 0, `${lost.length}`);
demand('processes that log errors', errors === '', errors === '' ? 'none' : errors.slice(0, 500));
await browser.close();
await Promise.all(running.map((process) => process.kill('SIGKILL')));
await nginx.stop();
