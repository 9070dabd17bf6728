import { expect, test } from 'vitest';
import type { EventBatch } from '../../api/events/batches.ts';
import { createSendEvents, type BatchFate } from '../../api/events/events.ts';
import { ApiError } from '../../api/platform/http/problem.ts';
import { batchOf } from './told.ts';

const leftOut = '01a1fdfa-4600-7000-8000-00000000000f';

/** The call with a store in memory, which fails where a test says so. */
function run({ batches = 10, failure = null as Error | null } = {}) {
  const left = new Map<string, number>();
  const stored: EventBatch[] = [];
  const fates: BatchFate[] = [];
  const asked: string[] = [];
  const handle = createSendEvents({
    writer: { write: async (batch) => (failure ? Promise.reject(failure) : void stored.push(batch)) },
    isKnownFunnel: async (id) => asked.push(id) > 0 && id === 'sleep-issues',
    limits: {
      async countSending(ip) {
        left.set(ip, (left.get(ip) ?? batches) - 1);
        if (left.get(ip)! < 0) throw new ApiError('too_many_requests');
      },
      checkVisit: async () => undefined,
    },
    isRecorded: async ({ visit }) => visit !== leftOut,
    countBatch: (fate) => fates.push(fate),
  });
  const send = (batch: EventBatch, ip = '192.0.2.1') =>
    handle({
      body: { ...batch, events: batch.events.map((event) => [...event]) },
      ip,
      country: null,
      userAgent: '',
      params: undefined,
      query: undefined,
      user: undefined,
      locale: 'en',
      requestId: 'r',
    });
  return { send, stored, fates, asked };
}

test('a network that sends too much is refused before anything is looked at', async () => {
  const { send, stored, fates, asked } = run({ batches: 2 });
  for (const n of [1, 2]) await send(batchOf({ n, events: [[1, 'hide']] }));
  await expect(send(batchOf({ funnel: 'other' }))).rejects.toMatchObject({ code: 'too_many_requests' });
  await send(batchOf({ n: 3, events: [[1, 'hide']] }), '192.0.2.2');
  expect([stored.map(({ n }) => n), fates]).toEqual([[1, 2, 3], ['stored', 'stored', 'limited', 'stored']]); // prettier-ignore
  expect(asked).not.toContain('other');
});

test('what can’t be stored is not acknowledged', async () => {
  const { send, fates } = run({ failure: new Error('the disk is full') });
  await expect(send(batchOf())).rejects.toThrow('the disk is full');
  expect(fates).toEqual(['failed']);
});

test('a visit that is left out is answered like any', async () => {
  const { send, stored, fates } = run();
  expect(await send(batchOf({ visit: leftOut.toUpperCase() }))).toBeUndefined();
  await send(batchOf());
  expect([stored.map(({ visit }) => visit), fates]).toEqual([[batchOf().visit], ['left_out', 'stored']]);
});
