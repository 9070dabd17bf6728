import { makeSmallSite } from '../harness/small-site.ts';
import { callApi, clientIp, signUp } from '../harness/api-calls.ts';
import { startApi } from '../harness/processes.ts';
import { freshDatabaseUrl } from './postgres.ts';
import { demand } from './report.ts';
import { boundMedianDifference, compareSamples, median } from './statistics.ts';

/**
 * Whether the time of a failed login tells if there is such an account. Known and unknown addresses take turns, each
 * pair in random order, each login from another client, so that no limit is met; the first ones only warm up.
 *
 * It fails where the two samples differ by a Mann-Whitney test with p below 0.01, however small the difference: any
 * difference that 2,000 log-ins show on this machine is work that one of the cases does and the other doesn't. Without
 * such work, one run in a hundred fails. Taking turns spreads the drift of a busy machine over both samples alike, which
 * makes the test miss more but not accuse more. That it finds nothing is no proof that there is nothing, so the range of
 * what it could have missed is told too: the difference of the medians with 99 % confidence.
 */
const samples = Number(process.env['SAMPLES'] ?? 2_000);
const warmUp = 100;
const addresses = 25;
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
  `known and unknown addresses can't be told apart (Mann-Whitney p ≥ ${significance})`,
  p >= significance,
  `p = ${p.toPrecision(3)}; known was slower in ${(superiority * 100).toFixed(1)} % of all comparisons`,
);
