import { EventEmitter, once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runStandIn } from './running-stand-in.ts';
import { openSession, subscribe } from './shop.ts';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stand-in-'));
  file = join(directory, 'deep', 'stripe-stand-in.json');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('a stand-in with a file', () => {
  it('goes on where it was', async () => {
    const first = await runStandIn({ file });
    const clock = await first.createClock('2027-01-01T00:00:00Z');
    const subscription = await subscribe(first, { testClock: clock.id });
    const session = await openSession(first);
    const customer = await first.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'kept' });
    await first.stop();

    const second = await runStandIn({ file });
    expect(await second.stripe.subscriptions.retrieve(subscription.id)).toEqual(subscription);
    expect((await second.pay(session.id)).kind).toBe('paid');
    const again = await second.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'kept' });
    expect(again.id).toBe(customer.id);
    await second.advance(clock.id, '2027-02-02T00:00:00Z');
    const renewed = await second.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
    expect(renewed.latest_invoice).toMatchObject({ status: 'paid', billing_reason: 'subscription_cycle' });
    await second.stop();
  });

  it('has everything on disk when it answers', async () => {
    const running = await runStandIn({ file });
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { id } = await running.stripe.customers.create({});
        return [id, (await readFile(file, 'utf8')).includes(id)];
      }),
    );
    expect(ids.every(([, isSaved]) => isSaved)).toBe(true);
    await running.stop();
    expect(await readdir(join(directory, 'deep'))).toEqual(['stripe-stand-in.json']);
  });

  it('delivers after a restart what it could not before', async () => {
    const first = await runStandIn({ file, webhookUrl: () => 'http://127.0.0.1:9/', now: 0 });
    const { id } = await first.stripe.customers.create({});
    await first.stop();

    const arrivals = new EventEmitter();
    const delivered = once(arrivals, 'customer.created');
    const receive = ({ type, data }: Stripe.Event) => void arrivals.emit(type, data.object);
    const second = await runStandIn({ file, receive });
    expect(await delivered).toMatchObject([{ id }]);
    await second.stop();
  });

  it('does what was due while it was off, in order', async () => {
    const first = await runStandIn({ file, now: Date.UTC(2027, 0, 31, 10) });
    const { id } = await subscribe(first, { card: 'failsLater' });
    await first.stop();

    const second = await runStandIn({ file, now: Date.UTC(2027, 5, 1) });
    const after = await second.stripe.subscriptions.retrieve(id);
    expect([after.status, new Date((after.ended_at ?? 0) * 1000).toISOString()]).toEqual([
      'canceled',
      '2027-03-15T11:00:00.000Z',
    ]);
    await second.stop();
  });

  it.each([
    '',
    '{"format":1,"tables":{"customers":[',
    '[]',
    '{"format":7,"tables":{}}',
    '{"format":1,"tables":{"events":[1]}}',
  ])('says what to do when its file is broken: %s', async (text) => {
    const broken = join(directory, 'broken.json');
    await writeFile(broken, text);
    await expect(runStandIn({ file: broken })).rejects.toThrow(/broken\.json cannot be read .* Move that file away/);
    expect(await readFile(broken, 'utf8')).toBe(text);
  });
});
