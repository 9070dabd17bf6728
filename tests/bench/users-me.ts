/**
 * `users/me` as this project answers it, as a share of a bare Express app that reads the same account by one prepared
 * query of `pg` and checks nothing. Each is a process of its own on the same PostgreSQL; this process asks. Prints
 * requests per second, medians of repetitions that take turns. Exits with 1 below the goal.
 *
 *   npm run bench -- me
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';
import { makeSmallSite } from '../harness/small-site.ts';
import { signUp } from '../harness/api-calls.ts';
import { startApi } from '../harness/processes.ts';
import { freshDatabaseUrl } from '../proofs/postgres.ts';
import { median } from '../proofs/statistics.ts';
import { aim, drive, type Target } from './drive.ts';

const goal = 0.5;
const repetitions = 7;
const load = { seconds: 2, connections: 32 };
const path = '/api/v1/users/me/';

/** In the rival's process: Express and `pg` as anybody would write it. */
function serveBare(databaseUrl: string, userId: string): void {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const text = 'SELECT id, email, first_name, language, email_verified_at, unsubscribe_id FROM users WHERE id = $1';
  const app = express();
  app.get(path, async (_request, response) => {
    const { rows } = await pool.query({ name: 'me', text, values: [userId] });
    response.json(rows[0]);
  });
  const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

async function compare(): Promise<void> {
  const databaseUrl = await freshDatabaseUrl();
  const environment = { DATABASE_URL: databaseUrl, SITE_DIR: makeSmallSite() };
  const api = await startApi(environment);
  const { body } = await signUp(api.url, 'member@example.com', 1);
  const bare = fork(import.meta.filename, [databaseUrl, body.user.id]);
  const [barePort] = (await once(bare, 'message')) as [number];
  const rivals = {
    bare: await aim(barePort, requestWith('')),
    ours: await aim(Number(new URL(api.url).port), requestWith(body.accessToken)),
  };
  const rates = await takeTurns(rivals);
  bare.kill();
  await api.kill('SIGTERM');

  const share = median(rates.ours.map((rate, at) => rate / rates.bare[at]!));
  for (const name of ['bare', 'ours'] as const)
    console.log(
      `${name}  ${median(rates[name]).toFixed(0).padStart(6)} requests/s  (${rivals[name].answerLength} bytes)`,
    );
  console.log(`users/me: ${(share * 100).toFixed(0)} % of bare Express with pg; the goal is ${goal * 100} %.`);
  process.exitCode = share >= goal ? 0 : 1;
}

async function takeTurns(rivals: { readonly bare: Target; readonly ours: Target }) {
  const rates = { bare: [] as number[], ours: [] as number[] };
  for (const target of Object.values(rivals)) await drive(target, load);
  for (let repetition = 0; repetition < repetitions; repetition += 1)
    for (const name of repetition % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)) {
      const started = performance.now();
      const answers = await drive(rivals[name], load);
      rates[name].push((answers * 1000) / (performance.now() - started));
    }
  return rates;
}

function requestWith(accessToken: string): Buffer {
  const lines = [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Accept: application/json', 'Accept-Language: en'];
  return Buffer.from([...lines, `Authorization: Bearer ${accessToken}`, '\r\n'].join('\r\n'));
}

const [databaseUrl, userId] = process.argv.slice(2);
if (databaseUrl && userId) serveBare(databaseUrl, userId);
else await compare();
