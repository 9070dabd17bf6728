import { Agent, request as httpRequest } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { emailJob } from '../../api/emails/requests.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { enqueueJob } from '../../api/platform/jobs/queue.ts';
import { describePostgres, urlOf } from '../harness/databases.ts';
import { ask } from '../harness/app.ts';
import { portOf, startServer } from './server-process.ts';
import { makeSmallSite } from '../harness/small-site.ts';

const signUp = JSON.stringify({
  email: 'ada@example.org',
  password: 'calm nights 1',
  agreements: { terms: true, privacy: true, cancelAnytime: true },
});
const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(signUp)) };

describePostgres('a server that is told to stop', (open) => {
  test('answers the call that waits for its database, and only then exits', async () => {
    const database = await open();
    const server = await startServer({ SITE_DIR: makeSmallSite(), DATABASE_URL: urlOf(database) });
    const port = await portOf(server);
    const unlock = await lock(database, 'users');
    const answer = ask(port, '/api/v1/auth/signup/', { method: 'POST', body: signUp, headers });
    await expect.poll(() => countWaiting(database)).toBe(1);
    server.child.kill('SIGTERM');
    await expect.poll(() => ask(port, '/login').catch(String)).toContain('ECONNREFUSED');
    expect(server.child.exitCode).toBeNull();
    await unlock();
    expect((await answer).status).toBe(201);
    expect(await server.exited).toBe(0);
    expect(server.errors).toBe('');
    expect(await database.knex('users').pluck('email')).toEqual(['ada@example.org']);
  });

  test('answers every request that reached it, on connections that are kept too', async () => {
    const database = await open();
    const environment = { SITE_DIR: makeSmallSite(), DATABASE_URL: urlOf(database), LOG_LEVEL: 'info' };
    const server = await startServer(environment);
    const port = await portOf(server);
    const clients = Array.from({ length: 20 }, () => askUntilRefused(port));
    await expect.poll(() => server.errors.split('\n').length).toBeGreaterThan(40); // the log has a line for each
    server.child.kill('SIGTERM');
    const counts = await Promise.all(clients);
    expect(await server.exited).toBe(0);
    const answered = counts.reduce((sum, count) => sum + count, 0);
    expect(answered).toBeGreaterThan(20);
    // The log has a line for each request that reached the server, with the status 499 where nobody got its answer.
    const logged = server.errors.trim().split('\n');
    expect(logged.filter((line) => line.includes('"status":401'))).toHaveLength(answered);
    expect(logged).toHaveLength(answered);
  });

  // Each waits for ten seconds and more: at the same time.
  test('exits in time while what it publishes hangs, says that something was left, and took no more jobs; and though its database has gone silent', async () => {
    await Promise.all([stopWhilePublishing(await open()), stopInSilence(await open())]);
  });
});

async function stopWhilePublishing(database: Database): Promise<void> {
  const server = await startServer({ SITE_DIR: makeSmallSite(), DATABASE_URL: urlOf(database) });
  const port = await portOf(server);
  await lock(database, 'builds');
  await expect.poll(() => countWaiting(database)).toBe(1);
  server.child.kill('SIGTERM');
  await expect.poll(() => ask(port, '/login').catch(String)).toContain('ECONNREFUSED');
  // It may still take the first ones, until it has come to stop its worker; then all that follow stay for fifteen seconds.
  let written = 0;
  do {
    written += 1;
    await enqueueJob(database.knex, emailJob, {});
  } while ((await Promise.race([server.exited, sleep(500)])) === undefined);
  expect(await server.exited).toBe(0);
  const left = await database.knex('jobs').pluck<number[]>('attempts');
  expect(left.filter((attempts) => attempts === 0).length).toBeGreaterThan((2 / 3) * written);
  expect(server.errors).toContain('stop_cut_short');
}

async function stopInSilence(database: Database): Promise<void> {
  const url = new URL(urlOf(database));
  const { port, goSilent } = await relayTo(Number(url.port));
  url.port = String(port);
  const server = await startServer({ SITE_DIR: makeSmallSite(), DATABASE_URL: url.href });
  const sitePort = await portOf(server);
  goSilent();
  expect((await ask(sitePort, '/api/health/ready/')).status).toBe(503);
  const startedAt = performance.now();
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(25_000);
}

/** Passes all on to that port of this machine until it goes silent: connections stay, and nothing comes back. */
async function relayTo(target: number) {
  let isSilent = false;
  const relay = createServer((socket) => {
    const other = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      from.on('data', (chunk) => isSilent || to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
  onTestFinished(() => void relay.close());
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return { port: (relay.address() as AddressInfo).port, goSilent: () => (isSilent = true) };
}

/** Lets nobody read or write a table until the returned function is called. */
async function lock({ knex }: Database, table: string): Promise<() => Promise<unknown>> {
  const transaction = await knex.transaction();
  onTestFinished(() => void transaction.rollback());
  await transaction.raw('LOCK TABLE ??', [table]);
  return () => transaction.commit();
}

async function countWaiting({ query }: Database): Promise<number> {
  const text = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const [row] = await query<{ count: number }>({ name: 'waiting', text, values: [] });
  return row?.count ?? 0;
}

/** One request after the other on one connection until there is no server any more; resolves to how many were answered. */
async function askUntilRefused(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  for (let answered = 0; ; answered++) {
    try {
      await askOnce(port, agent);
    } catch (error) {
      expect(error).toMatchObject({ code: expect.stringMatching(/^ECONN(?:REFUSED|RESET)$/) });
      return answered;
    }
  }
}

/** Resolves when it is answered. A connection that was closed before it took the request is no failure (RFC 9112, 9.3.1). */
function askOnce(port: number, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, agent, path: '/api/v1/users/me/' }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (request.reusedSocket && error.code === 'ECONNRESET') askOnce(port, agent).then(resolve, reject);
      else reject(error);
    });
    request.end();
  });
}
