import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { loadOne } from '../../scripts/funnel/load-one.ts';
import { createBatches } from '../bench/events/next-batch.ts';
import { openSender } from '../bench/events/sender.ts';
import { type Answer, callApi, logIn, signUp } from '../harness/api-calls.ts';
import { makeSmallSite } from '../harness/small-site.ts';
import { startApi, type ApiProcess } from '../harness/processes.ts';
import { pgbouncerVersion, startPgbouncer } from './pgbouncer.ts';
import { freshDatabaseUrl } from './postgres.ts';
import { parentOf, processorSecondsOf, processorSecondsOfTree } from './processor-time.ts';
import { publishFunnel } from './publish-funnel.ts';
import { demand } from './report.ts';
import { median } from './statistics.ts';

/**
 * What pgbouncer in transaction mode costs: the processor time of a request at the server and at PostgreSQL, with and
 * without it, in runs that take turns. The sessions that it shares keep nothing but statements that every process means
 * alike, nobody warns of anything, and where all connections are taken, a request is answered with 503 in time.
 *
 * With pgbouncer 1.21 or newer, which knows of prepared statements itself, they are left to it: `PGBOUNCER=/path`.
 */
const most = 1.3;
const repetitions = 7;
const seconds = 3;
const accounts = 48;
const callersAtOnce = 16;
const poolSize = 10;
const bouncerWaits = 5;
const poolWaits = 10;

/** What a session has that it was not born with, but for what pgbouncer sets for each client again. */
const leftSql = `
  SELECT name AS what FROM pg_settings WHERE source = 'session' AND name NOT IN
    ('application_name', 'client_encoding', 'DateStyle', 'standard_conforming_strings', 'TimeZone')
  UNION ALL SELECT name FROM pg_prepared_statements WHERE name !~ '(-[0-9a-f]{16}|^PGBOUNCER_[0-9]+)$'
  UNION ALL SELECT locktype FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()
  UNION ALL SELECT * FROM pg_listening_channels()`;

const databaseUrl = await freshDatabaseUrl();
const { funnel } = loadOne('sleep-issues', 'funnels');
await publishFunnel({ DATABASE_URL: databaseUrl }, funnel);
const knowsStatements = pgbouncerVersion().localeCompare('1.21', 'en', { numeric: true }) >= 0;
const leftToIt = [
  'max_prepared_statements = 200',
  'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options',
];
const more = [`query_wait_timeout = ${bouncerWaits}`, ...(knowsStatements ? leftToIt : [])];
const bouncer = await startPgbouncer({ databaseUrl, poolSize, more });
const shared = {
  SITE_DIR: makeSmallSite(),
  LOG_LEVEL: 'warn',
  AUTH_SECRET: 'a-secret-of-thirty-two-characters-or-more',
};
const ways = {
  direct: await startApi({ ...shared, DATABASE_URL: databaseUrl }),
  pooled: await startApi({
    ...shared,
    DATABASE_URL: bouncer.url,
    DATABASE_PREPARED: knowsStatements ? 'on' : 'shared',
    MIGRATE: 'off',
  }),
};

const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
const postmaster = parentOf(rows[0]!.pid);

const emails = Array.from({ length: accounts }, (_, number) => `member-${number}@example.com`);
const tokens: string[] = [];
for (const [number, email] of emails.entries())
  tokens.push((await signUp(ways.direct.url, email, number)).body.accessToken);
const nextBatch = createBatches(funnel);
let asked = 0;

type Caller = () => Promise<void>;

/** What each of the callers at once does again and again. */
const loads: Readonly<Record<string, (api: ApiProcess) => Promise<readonly Caller[]>>> = {
  'users/me': async ({ url }) =>
    tokens.slice(0, callersAtOnce).map((token) => async () => {
      const { status } = await callApi(url, '/v1/users/me/', { method: 'GET', token });
      if (status !== 200) throw new Error(`users/me: ${status}`);
    }),
  events: async ({ url }) => {
    const senders = await Promise.all(tokens.slice(0, callersAtOnce).map(() => openSender(new URL(url))));
    return senders.map((sender) => () => sender.send(nextBatch()));
  },
  'sign-in': async ({ url }) =>
    emails.slice(0, 4).map(() => async () => {
      const { status } = await logIn(url, emails[++asked % accounts]!, 1_000 + asked);
      if (status !== 200) throw new Error(`sign-in: ${status}`);
    }),
};

/** Of one request: microseconds of processor time, and how many were answered in a second. */
interface Cost {
  readonly node: number;
  readonly postgres: number;
  readonly pgbouncer: number;
  readonly perSecond: number;
}

async function measure(api: ApiProcess, callers: readonly Caller[]): Promise<Cost> {
  const read = () => ({
    node: processorSecondsOf(api.child.pid!),
    postgres: processorSecondsOfTree(postmaster),
    pgbouncer: processorSecondsOf(bouncer.pid),
  });
  const [before, began] = [read(), performance.now()];
  let answered = 0;
  const work = callers.map(async (call) => {
    while (performance.now() - began < seconds * 1_000) {
      await call();
      answered++;
    }
  });
  await Promise.all(work);
  const elapsed = (performance.now() - began) / 1_000;
  const after = read();
  const each = (name: keyof typeof before) => ((after[name] - before[name]) * 1e6) / answered;
  return {
    node: each('node'),
    postgres: each('postgres'),
    pgbouncer: each('pgbouncer'),
    perSecond: answered / elapsed,
  };
}

for (const [name, load] of Object.entries(loads)) {
  const callers = { direct: await load(ways.direct), pooled: await load(ways.pooled) };
  const costs = { direct: [] as Cost[], pooled: [] as Cost[] };
  for (const way of ['direct', 'pooled'] as const) await measure(ways[way], callers[way]);
  for (let repetition = 0; repetition < repetitions; repetition++)
    for (const way of repetition % 2 ? (['pooled', 'direct'] as const) : (['direct', 'pooled'] as const))
      costs[way].push(await measure(ways[way], callers[way]));
  for (const way of ['direct', 'pooled'] as const) {
    const figure = (part: keyof Cost) => median(costs[way].map((cost) => cost[part])).toFixed(0);
    console.log(
      `${name.padEnd(9)}${way}  node ${figure('node')} µs, PostgreSQL ${figure('postgres')} µs, ` +
        `pgbouncer ${figure('pgbouncer')} µs; ${figure('perSecond')} requests/s`,
    );
  }
  const ratio = (part: (cost: Cost) => number) =>
    median(costs.pooled.map((cost, at) => part(cost) / part(costs.direct[at]!)));
  const total = ratio(({ node, postgres }) => node + postgres);
  const parts = `node × ${ratio(({ node }) => node).toFixed(2)}, PostgreSQL × ${ratio(({ postgres }) => postgres).toFixed(2)}`;
  demand(`${name}: with pgbouncer at most ${most} × the time`, total <= most, `× ${total.toFixed(2)} (${parts})`);
}
await proveCleanSessions();
await proveBoundedWait();
await client.end();
await Promise.all(Object.values(ways).map((api) => api.kill('SIGTERM')));
await bouncer.stop();

/** Takes all sessions of pgbouncer at once, by transactions, and looks into each; then asks for one more. */
async function proveCleanSessions(): Promise<void> {
  const warned = [...Object.values(ways).map(({ errors }) => errors), ...bouncer.warnings].join('');
  demand('warnings of the server and of pgbouncer', warned === '', warned.slice(0, 500) || 'none');
  const holders = Array.from({ length: poolSize }, () => new pg.Client({ connectionString: bouncer.url }));
  const left = new Set<string>();
  for (const holder of holders) {
    await holder.connect();
    await holder.query('BEGIN');
    for (const { what } of (await holder.query<{ what: string }>(leftSql)).rows) left.add(what);
  }
  demand('left in sessions but shared statements', left.size === 0, [...left].join(', ') || 'nothing');
  const me = () => callApi(ways.pooled.url, '/v1/users/me/', { method: 'GET', token: tokens[0]! });
  demandWait('all connections of pgbouncer taken', await me(), bouncerWaits);
  for (const holder of holders) await holder.end();
  const { status } = await me();
  demand('then it is answered again', status === 200, `${status}`);
}

/** The server's own pool: what has no connection waits for 10 seconds, what has one is answered when it can be. */
async function proveBoundedWait(): Promise<void> {
  const api = await startApi({ ...shared, LOG_LEVEL: 'error', DATABASE_URL: databaseUrl, DATABASE_POOL: '2' });
  await client.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
  const asking = tokens.slice(0, 8).map((token) => callApi(api.url, '/v1/users/me/', { method: 'GET', token }));
  await Promise.race([Promise.all(asking), sleep((poolWaits + 2) * 1_000)]);
  await client.query('ROLLBACK');
  const answers = await Promise.all(asking);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const answer of refused) demandWait('the pool of 2 taken', answer, poolWaits);
  demand(
    'those that had a connection are answered',
    answers.length - refused.length <= 2,
    `${answers.length - refused.length}`,
  );
  await api.kill('SIGTERM');
}

function demandWait(what: string, { status, milliseconds }: Answer<unknown>, within: number): void {
  const inTime = milliseconds < (within + 2) * 1_000;
  demand(`${what}: 503 after ${within} s`, status === 503 && inTime, `${status} after ${milliseconds.toFixed(0)} ms`);
}
