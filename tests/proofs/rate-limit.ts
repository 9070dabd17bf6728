import { startApi } from '../harness/processes.ts';
import { callApi, clientIp } from '../harness/api-calls.ts';
import { freshDatabaseUrl } from './postgres.ts';
import { demand } from './report.ts';

/**
 * Two API processes on one PostgreSQL share the rate limits to the last request: of parallel log-ins with a wrong
 * password exactly as many are looked at as the limit allows.
 */
const limit = 10;
const rounds = 20;
const attemptsPerRound = 200;

const databaseUrl = await freshDatabaseUrl();
const apis = [await startApi({ DATABASE_URL: databaseUrl }), await startApi({ DATABASE_URL: databaseUrl })];
let overshoot = 0;
let undershoot = 0;
let others = 0;
for (let round = 0; round < rounds; round++) {
  const attempts = Array.from({ length: attemptsPerRound }, (_, attempt) =>
    callApi(apis[attempt % 2]!.url, '/v1/auth/login/', {
      body: { email: `nobody-${round}@example.com`, password: 'wrong-password-1' },
      ip: clientIp(round),
    }),
  );
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  const looked = statuses.filter((status) => status === 401).length;
  overshoot += Math.max(0, looked - limit);
  undershoot += Math.max(0, limit - looked);
  others += statuses.filter((status) => status !== 401 && status !== 429).length;
}
demand(
  `${rounds} rounds of ${attemptsPerRound} parallel log-ins over 2 processes, ${limit} allowed: overshoot`,
  overshoot === 0,
  `${overshoot}`,
);
demand('log-ins refused although the limit allowed them', undershoot === 0, `${undershoot}`);
demand('answers other than 401 and 429', others === 0, `${others}`);
await Promise.all(apis.map((api) => api.kill('SIGTERM')));
