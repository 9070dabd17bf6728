import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../../api/platform/http/problem.ts';
import { countTry, createRateLimits } from '../../api/platform/http/rate-limits.ts';
import { type Database, DatabaseError } from '../../api/platform/db/database.ts';
import { describeDatabases, describePostgres, openAgain } from '../harness/databases.ts';
import { accountLimits } from '../../api/accounts/limits.ts';
import { emailLimits } from '../../api/emails/limits.ts';

/** How many of these attempts were let through; the others have to be refused for that reason alone. */
async function countLetThrough(attempts: readonly Promise<void>[]): Promise<number> {
  const results = await Promise.allSettled(attempts);
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  for (const reason of refusals) expect(reason).toMatchObject({ code: 'too_many_requests' });
  return results.length - refusals.length;
}

test('A database that is away is not waited for again, to take a try back', async () => {
  const away = new DatabaseError('away');
  const rateLimits = {
    ...createRateLimits({} as Database),
    consume: () => Promise.resolve(),
    giveBack: () => new Promise<never>(() => undefined),
  };
  const tried = countTry(rateLimits, [{ limit: emailLimits.linksByIp, key: '::1' }], () => Promise.reject(away));
  await expect(tried).rejects.toBe(away);
});

describeDatabases('a rate limit', (open) => {
  test('lets exactly as many through as it says, however many come at once', async () => {
    const limits = createRateLimits(await open());
    const attempts = Array.from({ length: 60 }, () =>
      limits.consume(accountLimits.loginByAddressAndIp, ['a@example.com', '::1']),
    );
    expect(await countLetThrough(attempts)).toBe(10);
  });

  test('counts keys and names apart, and again after a reset', async () => {
    const limits = createRateLimits(await open());
    for (let count = 0; count < 5; count++) await limits.consume(accountLimits.resetByMailboxAndIp, 'a@example.com');
    await expect(limits.consume(accountLimits.resetByMailboxAndIp, 'a@example.com')).rejects.toThrow(ApiError);
    await limits.consume(accountLimits.resetByMailboxAndIp, 'b@example.com');
    await limits.consume(accountLimits.addressTakenByMailbox, 'a@example.com');
    await limits.reset(accountLimits.resetByMailboxAndIp, 'a@example.com');
    await limits.consume(accountLimits.resetByMailboxAndIp, 'a@example.com');
  });

  test('tells whether it lets through where that is no reason to refuse', async () => {
    const limits = createRateLimits(await open());
    const answers: boolean[] = [];
    for (let count = 0; count < 4; count++)
      answers.push(await limits.tryConsume(accountLimits.addressTakenByMailbox, 'a@example.com'));
    expect(answers).toEqual([true, true, true, false]);
  });

  test('takes back what came to nothing, and never more than was counted', async () => {
    const limits = createRateLimits(await open());
    for (let count = 0; count < 5; count++) await limits.consume(accountLimits.resetByMailboxAndIp, 'a@example.com');
    await limits.release(accountLimits.resetByMailboxAndIp, 'a@example.com');
    await limits.consume(accountLimits.resetByMailboxAndIp, 'a@example.com');
    await expect(limits.consume(accountLimits.resetByMailboxAndIp, 'a@example.com')).rejects.toThrow(ApiError);
    for (let count = 0; count < 3; count++) await limits.release(accountLimits.resetByMailboxAndIp, 'b@example.com');
    await limits.reset(accountLimits.resetByMailboxAndIp, 'a@example.com');
    await limits.release(accountLimits.resetByMailboxAndIp, 'a@example.com');
    const attempts = ['a@example.com', 'b@example.com'].flatMap((email) =>
      Array.from({ length: 6 }, () => limits.consume(accountLimits.resetByMailboxAndIp, email)),
    );
    expect(await countLetThrough(attempts)).toBe(10);
  });

  test('says in how many seconds it lets through again', async () => {
    const limits = createRateLimits(await open());
    const attempts = Array.from({ length: 6 }, () => limits.consume(accountLimits.verifySendByUser, 'user'));
    const results = await Promise.allSettled(attempts);
    const refused = results.find((result) => result.status === 'rejected');
    const { retryAfterSeconds } = (refused as PromiseRejectedResult).reason as ApiError;
    expect(retryAfterSeconds).toBeGreaterThan(3_500);
    expect(retryAfterSeconds).toBeLessThanOrEqual(3_600);
  });

  test('lasts no longer than its own time after a clock that was ahead is set back', async () => {
    const database = await open();
    const limits = createRateLimits(database);
    for (let count = 0; count < 61; count++) await limits.tryConsume(accountLimits.resetByIp, '192.0.2.1');
    await database.knex('rate_limits').update({ expire: database.knex.raw('expire + ?', [40 * 86_400_000]) });
    for (let count = 0; count < 60; count++) await limits.consume(accountLimits.resetByIp, '192.0.2.1');
    const refusal = await limits.consume(accountLimits.resetByIp, '192.0.2.1').catch((error: unknown) => error);
    expect((refusal as ApiError).retryAfterSeconds).toBeLessThanOrEqual(3_600);
  });

  test('takes all addresses of one IPv6 network for one', async () => {
    const database = await open();
    const limits = createRateLimits(database);
    const network = ['2001:db8:0:1::1', '2001:0DB8::1:ffff:0:0:2', '2001:db8:0:1:2:3:4:5'];
    for (const address of [...network, '2001:db8:0:2::1', '192.0.2.1'])
      await limits.consume(accountLimits.resetByIp, address);
    expect(await database.knex('rate_limits').orderBy('points').pluck('points')).toEqual([1, 1, 3]);
  });

  test('stores no address', async () => {
    const database = await open();
    await createRateLimits(database).consume(accountLimits.loginByAddressAndIp, ['someone@example.com', '192.0.2.7']);
    const [key] = await database.knex('rate_limits').pluck<string[]>('key');
    expect(key).toMatch(/^loginByAddressAndIp:[\w-]{43}$/);
  });
});

describePostgres('processes on one database', (open) => {
  test('together let through exactly as many as the limit says', async () => {
    const one = await open();
    const processes = [createRateLimits(one), createRateLimits(await openAgain(one))];
    for (let round = 0; round < 10; round++) {
      const attempts = Array.from({ length: 80 }, (_, index) =>
        processes[index % 2]!.consume(accountLimits.loginByAddressAndIp, [`${round}@example.com`, '192.0.2.1']),
      );
      expect(await countLetThrough(attempts)).toBe(10);
    }
  });

  test('counts by the clock of the database, whatever that of the process says', async () => {
    const limits = createRateLimits(await open());
    for (let count = 0; count < 60; count++) await limits.consume(accountLimits.resetByIp, '192.0.2.1');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 86_400_000 });
    onTestFinished(() => void vi.useRealTimers());
    const refusal = await limits.consume(accountLimits.resetByIp, '192.0.2.1').catch((error: unknown) => error);
    expect((refusal as ApiError).retryAfterSeconds).toBeGreaterThan(3_500);
    expect((refusal as ApiError).retryAfterSeconds).toBeLessThanOrEqual(3_600);
  });
});
