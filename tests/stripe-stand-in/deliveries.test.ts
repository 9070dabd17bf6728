import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createDeliverer } from '../../scripts/stripe-stand-in/deliver-events.ts';
import { createBooks } from '../../scripts/stripe-stand-in/state/books.ts';
import { newProduct } from '../../scripts/stripe-stand-in/objects/price.ts';
import { runStandIn } from './running-stand-in.ts';
import { sell } from './shop.ts';

/** Deliveries to a receiver that says what it takes, on a clock that stands still between `pass`es. */
function deliverTo(takes: (attempt: number) => boolean) {
  let now = 0;
  let isCalled: (() => void) | null = null;
  let wait = 0;
  const at: number[] = [];
  const books = createBooks({ saved: {}, now: () => now, origin: () => '', isDelivering: () => true });
  const deliverer = createDeliverer({
    books,
    post: async () => takes(at.push(now)),
    save: async () => {},
    later(action, milliseconds) {
      isCalled = action;
      wait = milliseconds;
      return () => (isCalled = null);
    },
  });
  return {
    books,
    deliverer,
    /** Milliseconds that it waits now. */
    waits: () => wait,
    setClock(time: number): void {
      now = time;
    },
    /** Times of the attempts in seconds. */
    attempts: () => at.map((time) => time / 1000),
    /** Lets so many waits pass, each at once. */
    async pass(waits: number): Promise<void> {
      await settle();
      for (let n = 0; n < waits && isCalled !== null; n += 1) {
        const action: () => void = isCalled;
        isCalled = null;
        now += wait;
        action();
        await settle();
      }
    },
  };
}

/** Lets everything happen that waits for nothing but its turn. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function addEvent({ books }: ReturnType<typeof deliverTo>): void {
  books.add('products', newProduct({ created: 0, name: 'Plan' }), 'product.created');
}

describe('a delivery', () => {
  it('that is taken is made once', async () => {
    const running = deliverTo(() => true);
    addEvent(running);
    running.deliverer.start();
    await running.pass(5);
    running.deliverer.wake();
    await settle();
    expect(running.attempts()).toEqual([0]);
    expect(running.books.tables.events.newest()).toMatchObject([{ pending_webhooks: 0 }]);
  });

  it('that is refused is made again, later and later', async () => {
    const running = deliverTo((attempt) => attempt === 9);
    addEvent(running);
    running.deliverer.start();
    await running.pass(40);
    expect(running.attempts()).toEqual([0, 0.5, 1.5, 3.5, 8.5, 23.5, 83.5, 383.5, 683.5]);
  });

  it('that a clock which was ahead has planned is waited for no longer than a timer can wait', async () => {
    const running = deliverTo(() => false);
    running.setClock(1e12);
    addEvent(running);
    running.deliverer.start();
    await settle();
    running.setClock(0);
    running.deliverer.wake();
    expect(running.waits()).toBe(86_400_000);
  });

  it('is given up after three days, and stays to be found', async () => {
    const running = deliverTo(() => false);
    addEvent(running);
    running.deliverer.start();
    await running.pass(10_000);
    const days = (running.attempts().at(-1) ?? 0) / (24 * 60 * 60);
    expect(days).toBeGreaterThan(2.99);
    expect(days).toBeLessThanOrEqual(3);
    expect(running.books.tables.deliveries.newest()).toEqual([]);
    expect(running.books.tables.events.newest()).toMatchObject([{ pending_webhooks: 1 }]);
  });

  it('waits for the start, and none is made after the end', async () => {
    const running = deliverTo(() => true);
    addEvent(running);
    running.deliverer.wake();
    await settle();
    expect(running.attempts()).toEqual([]);
    running.deliverer.start();
    await running.deliverer.stop();
    addEvent(running);
    running.deliverer.wake();
    await settle();
    expect(running.attempts()).toEqual([0]);
  });
});

describe('a receiver', () => {
  it('gets every event, signed', async () => {
    const received = new Map<string, string>();
    const arrivals = new EventEmitter();
    const at = await runStandIn({
      receive({ id, type }) {
        received.set(id, type);
        arrivals.emit(type);
      },
    });
    const completed = once(arrivals, 'checkout.session.completed');
    await sell(at, { months: null });
    await completed;
    const { data: events } = await at.stripe.events.list({ delivery_success: true, limit: 100 });
    const delivered = events.map(({ id, type }) => [id, type]);
    expect([...received]).toEqual(expect.arrayContaining(delivered));
    await at.stop();
  });

  it('that is not there leaves events to be listed', async () => {
    const at = await runStandIn({ webhookUrl: () => 'http://127.0.0.1:9/' });
    await at.stripe.customers.create({});
    expect((await at.stripe.events.list({ delivery_success: false })).data).toMatchObject([{ pending_webhooks: 1 }]);
    expect((await at.stripe.events.list({ delivery_success: true })).data).toEqual([]);
    expect((await at.stripe.events.list({ types: ['customer.created', 'invoice.paid'] })).data).toHaveLength(1);
    expect((await at.stripe.events.list({ types: ['invoice.paid'] })).data).toEqual([]);
    await at.stop();
  });
});
