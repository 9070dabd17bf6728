import { setTimeout as sleep } from 'node:timers/promises';
import { readStoredVisits } from '../../api/events/postgres/stored-visits.ts';
import { openDatabase } from '../../api/platform/db/open-database.ts';
import { createLog } from '../../api/platform/log.ts';
import { loadOne } from '../../scripts/funnel/load-one.ts';
import { batchOf, visitAt } from '../events/told.ts';
import { callApi, clientIp, logIn, signUp } from '../harness/api-calls.ts';
import { makeSmallSite } from '../harness/small-site.ts';
import { startApi } from '../harness/processes.ts';
import { startCluster } from './patroni.ts';
import { publishFunnel } from './publish-funnel.ts';
import { demand } from './report.ts';

/**
 * PostgreSQL on two machines under Patroni, and two processes of the server under sign-ups, sign-ins and pages that tell
 * events. The leader is switched, its PostgreSQL is killed, its machine is lost: for some seconds requests are answered
 * with 503, and nothing that was acknowledged is lost.
 */
const maxSeconds = 45;
const members = 10;

const cluster = await startCluster();
await cluster.whole();
const environment = {
  DATABASE_URL: cluster.url,
  SITE_DIR: makeSmallSite(),
  AUTH_SECRET: 'a-secret-of-thirty-two-characters-or-more',
};
await publishFunnel(environment, loadOne('sleep-issues', 'funnels').funnel);
const apis = [await startApi(environment), await startApi(environment)];
for (let number = 0; number < members; number++) await signUp(apis[0]!.url, `member-${number}@example.com`, number);

const signedUp: string[] = [];
const told: string[] = [];
const counts = { asked: 0, unavailable: 0 };
const strange = new Map<string, number>();
let outage = { first: 0, last: 0 };
const ending = new AbortController();
let number = 1_000;

/** What each call comes to: acknowledged, unavailable for now, or neither. */
function note(what: string, status: number, good: number): boolean {
  counts.asked++;
  if (status === good) return true;
  if (status !== 503) strange.set(`${what}: ${status}`, (strange.get(`${what}: ${status}`) ?? 0) + 1);
  else {
    counts.unavailable++;
    const now = performance.now();
    outage = { first: outage.first || now, last: now };
  }
  return false;
}

async function again(pause: number, work: (mine: number, url: string) => Promise<void>): Promise<void> {
  while (!ending.signal.aborted) {
    const mine = ++number;
    await work(mine, apis[mine % 2]!.url).catch((error: unknown) => strange.set(String(error), 1));
    await sleep(pause);
  }
}

const load = [
  ...[1, 2].map(() =>
    again(200, async (mine, url) => {
      const email = `new-${mine}@example.com`;
      if (note('sign-up', (await signUp(url, email, mine)).status, 201)) signedUp.push(email);
    }),
  ),
  again(200, async (mine, url) => {
    note('sign-in', (await logIn(url, `member-${mine % members}@example.com`, mine)).status, 200);
  }),
  ...[1, 2, 3].map(() =>
    again(50, async (mine, url) => {
      const visit = visitAt(new Date().toISOString(), mine);
      const answer = await callApi(url, '/v1/events/', { body: batchOf({ visit }), ip: clientIp(mine) });
      if (note('events', answer.status, 204)) told.push(visit);
    }),
  ),
];

/** Does something to the cluster, and says for how long requests were refused. */
async function incident(what: string, work: () => Promise<string | void>): Promise<void> {
  await cluster.whole();
  await sleep(3_000);
  outage = { first: 0, last: 0 };
  const before = counts.unavailable;
  const led = await cluster.leader();
  const killed = await work();
  await sleep(maxSeconds * 1_000);
  if (killed) cluster.start(killed);
  const seconds = (outage.last - outage.first) / 1_000;
  const now = await cluster.leader();
  console.log(
    `${what}: ${counts.unavailable - before} answers of 503 within ${seconds.toFixed(1)} s; ${led} led, now ${now}`,
  );
  demand(
    `${what}: answers again within ${maxSeconds} s`,
    performance.now() - outage.last > 5_000,
    `${seconds.toFixed(1)} s`,
  );
}

await incident('switch-over', () => cluster.switchOver());
await incident('PostgreSQL of the leader killed', async () => void (await cluster.killLeader('postgres')));
await incident('machine of the leader lost', () => cluster.killLeader('machine'));
await cluster.whole();
ending.abort();
await Promise.all(load);

const database = await openDatabase({ databaseUrl: cluster.url, dataDirectory: '', log: createLog('silent') });
const accounts = new Set(await database.knex('users').pluck<string[]>('email'));
const visits = await readStoredVisits(database.knex, told);
await database.close();
const lostAccounts = signedUp.filter((email) => !accounts.has(email));
const isThere = (visit: string) => (visits.get(visit)?.reported.length ?? 0) > 0;
const lostVisits = told.filter((visit) => !isThere(visit));
console.log(`${counts.asked} requests, ${counts.unavailable} answered with 503`);
demand(`of ${signedUp.length} sign-ups acknowledged, lost`, lostAccounts.length === 0, `${lostAccounts.length}`);
demand(`of ${told.length} pages of events acknowledged, lost`, lostVisits.length === 0, `${lostVisits.length}`);
demand('answers other than success and 503', strange.size === 0, JSON.stringify([...strange]));
const bugs = apis.flatMap(({ errors }) => errors.split('\n').filter((line) => line.includes('"request_failed"')));
demand('bugs that the processes log', bugs.length === 0, bugs[0]?.slice(0, 1_000) ?? 'none');
await Promise.all(apis.map((api) => api.kill('SIGTERM')));
cluster.stop();
