import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSparingCount } from '../../../api/events/counting/sparing-count.ts';

test('counting beside requests takes at most a twentieth of the time, and goes on with what waits', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.nat(400), { minLength: 1 }),
    fc.integer({ min: 1, max: 99 }),
    async (costs, waiting) => {
      const clock = { now: 0, spent: 0 };
      const queue = { left: waiting };
      const count = createSparingCount(
        async () => {
          const cost = costs[queue.left % costs.length]!;
          clock.now += cost;
          clock.spent += cost;
          return queue.left > 0 ? queue.left-- : 0;
        },
        { now: () => clock.now, spent: () => clock.spent },
      );
      let taken = 0;
      // Each call may begin its rest only after it: what it took is paid by the time of the next one.
      for (let calls = 0; queue.left > 0; calls++) {
        expect(calls).toBeLessThan(10_000);
        const before = clock.now;
        const mayBegin = taken <= 0.05 * before;
        const now = await count();
        if (now > 0) expect(mayBegin).toBe(true);
        taken += now;
        clock.now += 5_000;
      }
      expect(taken).toBe(clock.spent);
    },
  );
  await fc.assert(property, { numRuns: 200 });
});

test('counting that fails rests too, and is tried again', async () => {
  const clock = { now: 0, spent: 0 };
  let tries = 0;
  const count = createSparingCount(
    () => {
      tries++;
      clock.spent += 100;
      return Promise.reject(new Error('lost'));
    },
    { now: () => clock.now, spent: () => clock.spent },
  );
  await expect(count()).rejects.toThrow('lost');
  clock.now = 1_999;
  expect(await count()).toBe(0);
  clock.now = 2_000;
  await expect(count()).rejects.toThrow('lost');
  expect(tries).toBe(2);
});
