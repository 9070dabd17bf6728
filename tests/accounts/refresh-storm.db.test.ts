import { describe, expect, test } from 'vitest';
import { describePostgres, openAgain } from '../harness/databases.ts';
import { countEach, outcomeOf, runAccounts, type RunningAccounts } from './running-accounts.ts';

/** `npm run proof -- refresh` does 200. */
const rounds = Number(process.env['ROUNDS'] ?? 3);
const parallel = 50;

/** In each round all refresh one token at once, spread over the processes; resolves to what came of it. */
async function storm(processes: readonly RunningAccounts[], rotationOf: () => Promise<number>) {
  let { refreshToken } = await processes[0]!.signUp();
  const results: { successors: number; rotations: number }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const before = await rotationOf();
    const token = refreshToken;
    const replies = await Promise.all(
      Array.from({ length: parallel }, (_, at) => processes[at % processes.length]!.refresh(token)),
    );
    const successors = new Set(replies.map((reply) => reply.newRefreshToken));
    results.push({ successors: successors.size, rotations: (await rotationOf()) - before });
    refreshToken = [...successors][0]!;
  }
  return { results, lastToken: refreshToken };
}

const expected = Array.from({ length: rounds }, () => ({ successors: 1, rotations: 1 }));

describe('50 refreshes of one token at once are one rotation with one successor', () => {
  describePostgres('in one process', (open) => {
    test(`${rounds} times`, { timeout: 300_000 }, async () => {
      const database = await open();
      const rotationOf = async () => (await database.knex('sessions').first<{ rotation: number }>('rotation')).rotation;
      const { results } = await storm([runAccounts(database)], rotationOf);
      expect(results).toEqual(expected);
    });
  });

  describePostgres('in two processes', (open) => {
    test(`${rounds} times`, { timeout: 300_000 }, async () => {
      const database = await open();
      const processes = [runAccounts(database), runAccounts(await openAgain(database))];
      const rotationOf = async () => (await database.knex('sessions').first<{ rotation: number }>('rotation')).rotation;
      const { results, lastToken } = await storm(processes, rotationOf);
      expect(results).toEqual(expected);
      expect(await outcomeOf(processes[1]!.refresh(lastToken))).toBe('done');
    });
  });
});

describePostgres('a storm of an old token', (open) => {
  test('ends the session once, and nobody gets a token', async () => {
    const database = await open();
    const processes = [runAccounts(database), runAccounts(await openAgain(database))];
    const { refreshToken } = await processes[0]!.signUp();
    const second = await processes[0]!.refresh(refreshToken);
    const third = await processes[0]!.refresh(second.newRefreshToken);
    const outcomes = await Promise.all(
      Array.from({ length: parallel }, (_, at) => outcomeOf(processes[at % 2]!.refresh(refreshToken))),
    );
    expect(countEach(outcomes)).toEqual({ session_ended: parallel });
    expect(await outcomeOf(processes[1]!.refresh(third.newRefreshToken))).toBe('session_ended');
    expect(countEach(await processes[0]!.events())).toEqual({ signup: 1, refresh_reuse: 1 });
  });
});
