import { makeSmallSite } from '../api/small-site.ts';
import { callApi, clientIp, signUp } from './api-calls.ts';
import { startApi } from './api-process.ts';
import { freshDatabaseUrl } from './postgres.ts';
import { demand } from './report.ts';
import { boundMedianDifference, compareSamples, median } from './statistics.ts';

/**
 * Whether the time of a failed login tells if there is such an account. Known and unknown addresses take turns in
 * random order, each from another client, so that no limit is met; the first ones only warm up.
 */
const samples = Number(process.env['SAMPLES'] ?? 2_000);
const warmUp = 100;
const addresses = 25;
/** A difference that is certain and larger than this fails: by it, two logins are told apart over no network. */
const mostMilliseconds = 0.25;
const significance = 0.01;

const api = await startApi({ DATABASE_URL: await freshDatabaseUrl(), SITE_DIR: makeSmallSite() });
for (let number = 0; number < addresses; number += 1) await signUp(api.url, addressOf('member', number), number);

function addressOf(kind: 'member' | 'nobody', number: number): string {
  return `${kind}-${number % addresses}@example.com`;
}

async function timeLogin(kind: 'member' | 'nobody', number: number): Promise<number> {
  const body = { email: addressOf(kind, number), password: 'not the one 1' };
  const ip = clientIp(1_000 + 2 * number + (kind === 'member' ? 0 : 1));
  const { status, milliseconds } = await callApi(api.url, '/v1/auth/login/', { body, ip });
  if (status !== 401) throw new Error(`A login that should have failed was answered with ${status}`);
  return milliseconds;
}

const times = { member: [] as number[], nobody: [] as number[] };
for (let number = 0; number < samples / 2 + warmUp; number += 1) {
  const kinds = Math.random() < 0.5 ? (['member', 'nobody'] as const) : (['nobody', 'member'] as const);
  for (const kind of kinds) {
    const milliseconds = await timeLogin(kind, number);
    if (number >= warmUp) times[kind].push(milliseconds);
  }
}
await api.kill('SIGTERM');

const { superiority, p } = compareSamples(times.member, times.nobody);
const difference = median(times.member) - median(times.nobody);
const [low, high] = boundMedianDifference(times.member, times.nobody);
const [known, unknown] = [times.member, times.nobody].map((each) => median(each).toFixed(3));
console.log(`${times.member.length} known: median ${known} ms; ${times.nobody.length} unknown: median ${unknown} ms`);
console.log(
  `difference ${difference.toFixed(3)} ms, with 99 % confidence from ${low.toFixed(3)} to ${high.toFixed(3)} ms`,
);
demand(
  `known and unknown addresses can't be told apart (Mann-Whitney p ≥ ${significance}, or less than ${mostMilliseconds} ms)`,
  p >= significance || Math.abs(difference) < mostMilliseconds,
  `p = ${p.toPrecision(3)}; known was slower in ${(superiority * 100).toFixed(1)} % of pairs`,
);
