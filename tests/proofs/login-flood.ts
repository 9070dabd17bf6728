import { setTimeout as sleep } from 'node:timers/promises';
import { startApi } from '../harness/processes.ts';
import { callApi, logIn, signUp } from '../harness/api-calls.ts';
import { freshDatabaseUrl } from './postgres.ts';
import { demand, quantile } from './report.ts';

/** A thousand log-ins at once: memory stays bounded, and members are served meanwhile. */
const logins = 1_000;
const accounts = 20;
const maxMilliseconds = 100;
/** argon2id takes 19 MiB for each hash that is being made; a queue of waiting requests takes little. */
const maxMegabytes = 150;
const betweenReads = 10;

const api = await startApi({ DATABASE_URL: await freshDatabaseUrl() });
const emails = Array.from({ length: accounts }, (_, number) => `member-${number}@example.com`);
const replies = [];
for (const [number, email] of emails.entries()) replies.push(await signUp(api.url, email, number));
const token = replies[0]!.body.accessToken;

const before = api.megabytes;
let most = before;
const flood = { over: false };
const reads: number[] = [];
let failedReads = 0;
const reader = (async () => {
  while (!flood.over) {
    const { status, milliseconds } = await callApi(api.url, '/v1/users/me/', { method: 'GET', token });
    reads.push(milliseconds);
    if (status !== 200) failedReads++;
    most = Math.max(most, api.megabytes);
    await sleep(betweenReads);
  }
})();
await sleep(500);
const began = performance.now();
const answers = await Promise.all(
  Array.from({ length: logins }, (_, number) => logIn(api.url, emails[number % accounts]!, 1_000 + number)),
);
const seconds = (performance.now() - began) / 1_000;
flood.over = true;
await reader;

const count = (status: number) => answers.filter((answer) => answer.status === status).length;
console.log(
  `${logins} log-ins at once: ${count(200)} logged in, ${count(429)} told to come back, in ${seconds.toFixed(1)} s`,
);
demand('answers other than 200 and 429', count(200) + count(429) === logins, `${logins - count(200) - count(429)}`);
demand('reads of users/me that failed', failedReads === 0, `${failedReads} of ${reads.length}`);
const p99 = quantile(reads, 0.99);
demand(`users/me meanwhile, p99 under ${maxMilliseconds} ms`, p99 < maxMilliseconds, `${p99.toFixed(1)} ms`);
demand(
  `memory grows by less than ${maxMegabytes} MB`,
  most - before < maxMegabytes,
  `${before.toFixed(0)} → ${most.toFixed(0)} MB`,
);
await api.kill('SIGTERM');
