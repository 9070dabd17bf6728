/**
 * How throughput grows with processes on one PostgreSQL: `users/me`, asked of one, two and four of them together. This
 * process asks, which takes a core: on a machine with two there is nothing to grow into.
 *
 *   npm run bench -- processes
 */
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { signUp } from '../harness/api-calls.ts';
import { startApi } from '../harness/processes.ts';
import { freshDatabaseUrl } from '../proofs/postgres.ts';
import { aim, drive } from './drive.ts';

type Environment = Readonly<Record<string, string>>;

/** Calls of `users/me` a second, by so many processes together. */
async function measureProcesses(environment: Environment, count: number): Promise<number> {
  const processes = await Promise.all(Array.from({ length: count }, () => startApi(environment)));
  const { body } = await signUp(processes[0]!.url, `${count}@example.com`, count);
  const lines = ['GET /api/v1/users/me/ HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${body.accessToken}`];
  const request = Buffer.from([...lines, '\r\n'].join('\r\n'));
  const targets = await Promise.all(processes.map(({ url }) => aim(Number(new URL(url).port), request)));
  const askAll = (seconds: number) => Promise.all(targets.map((target) => drive(target, { seconds, connections: 32 })));
  await askAll(2);
  const began = performance.now();
  const answers = (await askAll(5)).reduce((sum, each) => sum + each);
  const perSecond = (answers * 1000) / (performance.now() - began);
  await Promise.all(processes.map((each) => each.kill('SIGTERM')));
  return perSecond;
}

const environment = {
  AUTH_SECRET: randomBytes(32).toString('base64url'),
  DATABASE_URL: await freshDatabaseUrl(),
};
await (await startApi(environment)).kill('SIGTERM'); // makes the tables
console.log(`users/me on one PostgreSQL, on ${availableParallelism()} cores`);
for (const count of [1, 2, 4]) {
  const perSecond = await measureProcesses(environment, count);
  console.log(`${count} ${count === 1 ? 'process  ' : 'processes'}  ${perSecond.toFixed(0).padStart(6)} requests/s`);
}
