import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../scripts/postgres/start-postgres.ts';
import { startApi } from '../harness/processes.ts';
import { callApi, logIn, signUp } from '../harness/api-calls.ts';
import { demand } from './report.ts';

/**
 * PostgreSQL is stopped like a machine that loses its power, and started again, under 200 requests a second: the process
 * lives, no acknowledged write is lost, and within 2 s of the database's return everything works.
 */
const perSecond = 200;
const accounts = 20;
const seconds = 12;
const restartAfter = 4_000;
const recoveryMilliseconds = 2_000;

const postgres = await startPostgres();
const api = await startApi({ DATABASE_URL: postgres.url });
const tokens: string[] = [];
for (let number = 0; number < accounts; number++) {
  tokens.push((await signUp(api.url, `member-${number}@example.com`, number)).body.accessToken);
}

/** What each account's name was last acknowledged to be. One is changed only when its last change was answered. */
const acknowledged = tokens.map(() => 0);
const changing = new Set<number>();
const answers: { at: number; status: number; code: string }[] = [];
const signedUp: string[] = [];
let sent = 0;

async function send(number: number): Promise<void> {
  const account = number % accounts;
  const token = tokens[account]!;
  if (number % 40 === 0) return record(await signUpOnce(number));
  if (number % 3 === 0 && !changing.has(account)) return record(await rename(account, token, number));
  record(await callApi(api.url, '/v1/users/me/', { method: 'GET', token }));
}

async function rename(account: number, token: string, number: number) {
  changing.add(account);
  const body = { firstName: String(number) };
  const answer = await callApi(api.url, '/v1/users/me/', { method: 'PATCH', token, body }).finally(() =>
    changing.delete(account),
  );
  if (answer.status === 200) acknowledged[account] = number;
  return answer;
}

async function signUpOnce(number: number) {
  const email = `new-${number}@example.com`;
  const answer = await signUp(api.url, email, 10_000 + number);
  if (answer.status === 201) signedUp.push(email);
  return answer;
}

function record({ status, body }: { status: number; body: unknown }): void {
  const code = status < 400 ? '' : String((body as { code?: unknown }).code);
  answers.push({ at: performance.now(), status, code });
}

const began = performance.now();
const inFlight = new Set<Promise<void>>();
let lost = 0;
const load = (async () => {
  while (performance.now() - began < seconds * 1_000) {
    const due = Math.floor(((performance.now() - began) / 1_000) * perSecond);
    while (sent < due) {
      const request = send(++sent).catch(() => void lost++);
      inFlight.add(request);
      void request.finally(() => inFlight.delete(request));
    }
    await sleep(5);
  }
})();
await sleep(restartAfter);
const stopped = performance.now();
await postgres.stop('immediate');
await postgres.start();
const back = performance.now();
await load;
await Promise.all(inFlight);

const failed = answers.filter(({ status }) => status >= 400);
const lastFailure = Math.max(stopped, ...failed.map(({ at }) => at));
console.log(
  `${sent} requests at ${perSecond}/s, database away for ${(back - stopped).toFixed(0)} ms: ` +
    `${failed.length} answered by an error, ${lost} not answered`,
);
demand('the process lives', api.isAlive, api.isAlive ? 'yes' : api.errors);
demand('requests without an answer', lost === 0, `${lost}`);
const strange = failed.filter(({ status }) => status !== 503);
demand('errors other than 503 unavailable', strange.length === 0, JSON.stringify(strange.slice(0, 3)));
const recovery = lastFailure - back;
demand(`recovered within ${recoveryMilliseconds} ms`, recovery < recoveryMilliseconds, `${recovery.toFixed(0)} ms`);

let lostWrites = 0;
for (const [account, token] of tokens.entries()) {
  const { body } = await callApi<{ firstName: string }>(api.url, '/v1/users/me/', { method: 'GET', token });
  if (Number(body.firstName) < acknowledged[account]!) lostWrites++;
}
for (const [index, email] of signedUp.entries()) {
  if ((await logIn(api.url, email, 100_000 + index)).status !== 200) lostWrites++;
}
demand(`of ${accounts} names and ${signedUp.length} sign-ups acknowledged, lost`, lostWrites === 0, `${lostWrites}`);
await api.kill('SIGTERM');
await postgres.remove();
