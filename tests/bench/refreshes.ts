/**
 * How many refresh tokens the server exchanges per second on PostgreSQL, and how long one takes. Every session goes on
 * with the token that it just got. Exits with 1 where a goal is missed.
 *
 *   npm run bench -- refresh
 */
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { createLogins } from '../../api/accounts/logins.ts';
import { insertUser } from '../../api/accounts/users.ts';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';
import { createKeys } from '../../api/platform/keys.ts';
import { createLog } from '../../api/platform/log.ts';
import { makeSmallSite } from '../harness/small-site.ts';
import { startApi } from '../harness/processes.ts';
import { freshDatabaseUrl } from '../proofs/postgres.ts';
import { demand, quantile } from '../proofs/report.ts';

const minPerSecond = 1_500;
const maxMilliseconds = 30;
const connections = 16;
const warmUpSeconds = 3;
const seconds = 10;
const secret = randomBytes(32).toString('base64url');

const databaseUrl = await freshDatabaseUrl();
const api = await startApi({ DATABASE_URL: databaseUrl, SITE_DIR: makeSmallSite(), AUTH_SECRET: secret });
const agent = new Agent({ keepAlive: true, maxSockets: connections });

/** The first refresh tokens of as many sessions, without the cost of logging in. */
async function startSessions(): Promise<string[]> {
  const database = await openPostgres({ databaseUrl, log: createLog('silent') });
  const user = { email: 'member@example.com', firstName: '', language: 'en', passwordHash: 'none', promo: {} } as const;
  const userId = (await insertUser(database.knex, user))!;
  const sessions = createLogins({ database, keys: createKeys(secret) });
  const starts = Array.from({ length: connections }, () =>
    sessions.start(database.knex, { userId, authGeneration: 0, userAgent: '' }),
  );
  const tokens = await Promise.all(starts);
  await database.close();
  return tokens.map(({ refreshToken }) => refreshToken);
}

function exchange(refreshToken: string): Promise<string> {
  const options = { agent, method: 'POST', headers: { 'Content-Type': 'application/json' } };
  return new Promise((resolve, reject) => {
    const sent = request(`${api.url}/api/v1/auth/refresh-token/`, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        if (response.statusCode === 200) resolve((JSON.parse(text) as { newRefreshToken: string }).newRefreshToken);
        else reject(new Error(`A refresh was answered with ${response.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject).end(JSON.stringify({ refreshToken }));
  });
}

const times: number[] = [];
const began = performance.now();
const measureFrom = began + warmUpSeconds * 1_000;
const until = measureFrom + seconds * 1_000;
const chains = (await startSessions()).map(async (first) => {
  for (let token = first, sentAt = 0; (sentAt = performance.now()) < until;) {
    token = await exchange(token);
    if (sentAt >= measureFrom) times.push(performance.now() - sentAt);
  }
});
await Promise.all(chains);
await api.kill('SIGTERM');
agent.destroy();

const perSecond = times.length / seconds;
const p99 = quantile(times, 0.99);
console.log(`${times.length} refreshes over ${connections} connections, median ${quantile(times, 0.5).toFixed(1)} ms`);
demand(`at least ${minPerSecond} refreshes per second`, perSecond >= minPerSecond, perSecond.toFixed(0));
demand(`p99 at most ${maxMilliseconds} ms`, p99 <= maxMilliseconds, `${p99.toFixed(1)} ms`);
