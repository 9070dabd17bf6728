import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { createSendingLimits } from '../../api/events/sending-limit.ts';
import type { ApiError } from '../../api/platform/http/problem.ts';
import { createRateLimits } from '../../api/platform/http/rate-limits.ts';
import { describePostgres } from '../harness/databases.ts';
import { storesIn } from '../harness/event-stores.ts';

const minute = 60_000;
const ip = '192.0.2.1';

/** The clock by which a process counts stands still, until a test moves it. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** One more process on this database. */
const startProcess = (database: Database) =>
  createSendingLimits({ ...storesIn(database), rateLimits: createRateLimits(database) });

/** A process whose networks have no limit of a day. */
const startWithoutDays = () => {
  const events = { readReported: () => Promise.reject(new Error('It needs no database')) };
  return createSendingLimits({ events, rateLimits: { consume: async () => undefined } });
};

const refusalOf = (counted: Promise<void>) =>
  counted.then(
    () => null,
    (error: ApiError) => error,
  );

describe('what one network sends in a minute', () => {
  test('is limited by bytes, for itself alone', async () => {
    stopClock();
    const { countSending } = startWithoutDays();
    await countSending(ip, 6_000_000);
    const refusal = await refusalOf(countSending(ip, 1));
    expect(refusal).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 60 });
    await countSending('192.0.2.2', 1);
    await countSending('2001:db8::1', 6_000_000);
    expect(await refusalOf(countSending('2001:db8::2', 1))).not.toBeNull();
    vi.advanceTimersByTime(minute);
    expect(await refusalOf(countSending(ip, 1))).toBeNull();
  });

  test('may come from hundreds of visitors at once, and waits no longer though the time of day is set back', async () => {
    const { countSending } = startWithoutDays();
    for (let batch = 0; batch < 500 * 12; batch++) await countSending(ip, 1_000);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 40 * 86_400_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await refusalOf(countSending(ip, 1_000)))?.retryAfterSeconds).toBeLessThanOrEqual(60);
  });
});

describePostgres('what one network sends in a day', (open) => {
  test('is 25 MB at most, and a megabyte more in each process', async () => {
    const database = await open();
    const processes = [startProcess(database), startProcess(database)];
    stopClock();
    const bytes = 60_000;
    let taken = 0;
    for (let passed = 0; passed < 24 * 60; passed += 10) {
      for (const { countSending } of processes) {
        let refusal: ApiError | null = null;
        while ((refusal = await refusalOf(countSending(ip, bytes))) === null) taken += bytes;
        expect(refusal.code).toBe('too_many_requests');
        expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(86_400);
      }
      vi.advanceTimersByTime(10 * minute - 1);
    }
    expect(taken).toBeGreaterThan(25_000_000);
    expect(taken).toBeLessThanOrEqual(27_000_000);
    expect(await refusalOf(processes[0]!.countSending('192.0.2.2', bytes))).toBeNull();
  });

  test('is not looked up in the database for what visitors usually send', async () => {
    const database = await open();
    const { countSending } = startProcess(database);
    for (let batch = 0; batch < 900; batch++) await countSending(ip, 1_000);
    expect(await database.knex('rate_limits').pluck('points')).toEqual([]);
  });
});
