/**
 * What a visit costs the server: a browser goes through a quiz, its results and the plan once, and all that it asked for is asked
 * again for many visits, of the compiled server on PostgreSQL. Prints processor time of both, bytes sent and stored.
 *
 *   npm run bench -- visit
 */
import { chromium, type Request } from 'playwright';
import pg from 'pg';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Visitor } from '../e2e/visitor.ts';
import { browserArgs } from '../harness/browser-args.ts';
import { callApi, password } from '../harness/api-calls.ts';
import { startApi } from '../harness/processes.ts';
import { freshDatabaseUrl } from '../proofs/postgres.ts';
import { visitAt } from '../events/told.ts';

const visits = 40;
const signUps = 40;
const atOnce = 8;
/** Visits are counted after the answer, by at most 5 % of the time. */
const countingMilliseconds = 5_000;

/** What a visit asks for. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Of the answer, as it was sent. */
  readonly bytes: number;
}

const databaseUrl = await freshDatabaseUrl();
const api = await startApi({ DATABASE_URL: databaseUrl, SITE_DIR: 'dist/site' });
const database = new pg.Client({ connectionString: databaseUrl });
await database.connect();

const visit = await recordVisit();
const file = (asked: Asked) => asked.path.startsWith('/assets/');
const bytesOf = (asked: readonly Asked[]) => asked.reduce((sum, { bytes }) => sum + bytes, 0);
const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(0);
console.log(`A visit asks ${visit.length} times, ${visit.filter(file).length} of them for hashed files.`);
console.log(
  `It is sent ${kilobytes(bytesOf(visit))} kB, ${kilobytes(bytesOf(visit.filter(file)))} of them hashed files.`,
);

await replay(visit, 8, 0); // everything is compiled by then
const withoutFiles = visit.filter((asked) => !file(asked));
await measure('a visit', visits, () => replay(visit, visits, 1));
await measure('a visit without its hashed files', visits, () => replay(withoutFiles, visits, 2));
await measure('a sign-up', signUps, signUpMany);
await database.end();
await api.kill('SIGTERM');

/** All that a browser with nothing stored asks for until the plan is read. */
async function recordVisit(): Promise<readonly Asked[]> {
  const executablePath = process.env['CHROMIUM'];
  const browser = await chromium.launch({ args: browserArgs, ...(executablePath && { executablePath }) });
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  const finished: Request[] = [];
  context.on('requestfinished', (request) => finished.push(request));
  const visitor = new Visitor(page);
  await visitor.open(`${api.url}/sleep-issues`);
  await visitor.finish();
  await page.getByRole('button', { name: 'See my plan' }).first().click();
  await page.waitForURL('**/personalized-plan');
  await page.waitForLoadState('networkidle');
  await page.goto('about:blank'); // what it reports when it is left
  await sleep(1_000);
  const asked = await Promise.all(finished.filter((each) => each.url().startsWith(api.url)).map(describe));
  await browser.close();
  return asked;
}

async function describe(request: Request): Promise<Asked> {
  const { pathname, search } = new URL(request.url());
  const type = (await request.headerValue('content-type')) ?? null;
  const headers = { 'Accept-Encoding': 'gzip, deflate, br', ...(type !== null && { 'Content-Type': type }) };
  const sizes = await request.sizes().catch(() => ({ responseBodySize: 0, responseHeadersSize: 0 }));
  const bytes = sizes.responseBodySize + sizes.responseHeadersSize;
  return { method: request.method(), path: pathname + search, headers, body: request.postData(), bytes };
}

/** Asks for all of it for so many visits, each by another visitor in another network. */
async function replay(asked: readonly Asked[], count: number, round: number): Promise<void> {
  const ids = new Set(asked.flatMap(({ body }) => body?.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []));
  let next = 0;
  const goOn = async () => {
    for (let at = next++; at < count; at = next++) {
      const ip = `10.${round}.${at >> 8}.${at & 255}`;
      for (const { method, path, headers, body } of asked) {
        let text = body;
        [...ids].forEach((id, each) => {
          text = text?.replaceAll(id, visitAt(new Date().toISOString(), (round * 10 + each) * visits + at)) ?? null;
        });
        const response = await fetch(api.url + path, {
          method,
          headers: { ...headers, 'X-Forwarded-For': ip },
          body: text,
        });
        if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
        await response.arrayBuffer();
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, goOn));
}

async function signUpMany(): Promise<void> {
  const agreements = { terms: true, privacy: true, cancelAnytime: true };
  for (let at = 0; at < signUps; at++) {
    const body = { email: `visitor-${at}@example.com`, password, language: 'en', agreements };
    const { status } = await callApi(api.url, '/v1/auth/signup/', { body, ip: `10.99.0.${at}` });
    if (status !== 201) throw new Error(`A sign-up was answered with ${status}`);
  }
}

/** Prints what some work takes for each of so many, with what of it is counted within some seconds. */
async function measure(name: string, count: number, work: () => Promise<void>): Promise<void> {
  const before = await usage();
  await work();
  await sleep(countingMilliseconds);
  const after = await usage();
  const [server, postgres] = [(after.server - before.server) / count, (after.postgres - before.postgres) / count];
  const stored = (after.bytes - before.bytes) / count / 1_000;
  console.log(
    `${name}: ${server.toFixed(2)} ms of the server's processor, ${postgres.toFixed(2)} ms of PostgreSQL's, ` +
      `${stored.toFixed(2)} kB stored`,
  );
}

/** Processor time in milliseconds, and bytes of the database, after a checkpoint. */
async function usage() {
  await database.query('CHECKPOINT');
  const { rows: processes } = await database.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
  const { rows } = await database.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
  return {
    server: processorTimeOf(api.child.pid!),
    postgres: processes.reduce((sum, { pid }) => sum + processorTimeOf(pid), 0),
    bytes: Number(rows[0]!.bytes),
  };
}

/** Ticks are a hundredth of a second on Linux, whatever the kernel's own are. */
function processorTimeOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
