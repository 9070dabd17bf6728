/**
 * How long the list of sessions and the dashboard take over HTTP on PostgreSQL, for the busiest of 2,000 listeners: one
 * call after another. Counts the queries of each call. Exits with 1 where a goal is missed, and has the slow query
 * explained.
 *
 *   npm run bench -- content
 */
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';
import { listContentText } from '../../api/content/content.ts';
import { searchPatterns } from '../../api/content/catalog.ts';
import { createLog } from '../../api/platform/log.ts';
import { makeSmallSite } from '../harness/small-site.ts';
import { startApi } from '../harness/processes.ts';
import { freshDatabaseUrl } from '../proofs/postgres.ts';
import { demand, quantile } from '../proofs/report.ts';
import { countQueries } from './content/count-queries.ts';
import { fillWithListeners, logInAs } from './content/fill.ts';

const maxMilliseconds = 30;
const [warmUps, calls] = [50, 400];
const secret = randomBytes(32).toString('base64url');

const databaseUrl = await freshDatabaseUrl();
const api = await startApi({ DATABASE_URL: databaseUrl, SITE_DIR: makeSmallSite(), AUTH_SECRET: secret });
const database = await openPostgres({ databaseUrl, log: createLog('silent') });
const busiest = await fillWithListeners(database);
const accessToken = await logInAs(database, secret, busiest);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Resolves to the milliseconds until the whole answer is there. */
function call(path: string): Promise<number> {
  const headers = { Authorization: `Bearer ${accessToken}`, 'Accept-Language': 'en' };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${api.url}/api${path}`, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} was answered with ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - began));
    });
    sent.on('error', reject).end();
  });
}

async function measure(name: string, path: string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < warmUps + calls; count += 1) {
    const time = await call(path);
    if (count >= warmUps) times.push(time);
  }
  const figures = [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${quantile(times, share).toFixed(1)} ms`);
  console.log(`${name.padEnd(26)} ${figures.join('   ')}`);
  return quantile(times, 0.95);
}

const lists = {
  'list, unfiltered': '/v1/content/',
  'list, filtered': '/v1/content/?status=in_progress&category=category-1&voice=voice-1&voice=voice-2',
  'list, searched': '/v1/content/?search=n%C3%ACght+s%C3%A9ssion',
  'list, searched, none found': '/v1/content/?search=night+nowhere',
  'list, favourites': '/v1/content/?favourite=true',
  'list, last page': '/v1/content/?page=209',
};

const slowest: number[] = [];
for (const [name, path] of Object.entries(lists)) slowest.push(await measure(name, path));
const p95 = Math.max(...slowest);
const p95OfDashboard = await measure('dashboard', '/v1/dashboard/');

demand(`p95 of the list at most ${maxMilliseconds} ms`, p95 <= maxMilliseconds, `${p95.toFixed(1)} ms`);
demand(
  `p95 of the dashboard at most ${maxMilliseconds} ms`,
  p95OfDashboard <= maxMilliseconds,
  `${p95OfDashboard.toFixed(1)} ms`,
);
const queries = await countQueries(database, secret, accessToken);
demand('the list is one query besides that of the access token', queries.list.length === 2, queries.list.join(', '));
demand('the dashboard is two', queries.dashboard.length === 3, queries.dashboard.join(', '));

if (p95 > maxMilliseconds) {
  const values = [busiest, 'en', null, null, null, searchPatterns('night session'), null, 0];
  const rows = await database.query<{ 'QUERY PLAN': string }>({
    name: 'explain',
    text: `EXPLAIN (ANALYZE, BUFFERS) ${listContentText}`,
    values,
  });
  console.log(rows.map((row) => row['QUERY PLAN']).join('\n'));
}
await api.kill('SIGTERM');
await database.close();
agent.destroy();
