import type { Books } from '../state/books.ts';
import type { Delivery } from '../state/rows.ts';
import { deliveryMilliseconds, retryDelay } from './retry-delay.ts';

export interface DelivererOptions {
  readonly books: Books;
  /** Posts an event; whether it was taken. Never rejects. */
  readonly post: (body: string, signal: AbortSignal) => Promise<boolean>;
  /** Told after what was delivered has been written down. Never rejects. */
  readonly save: () => Promise<void>;
  /** Calls later, once; the answer calls it off. */
  readonly later: (action: () => void, milliseconds: number) => () => void;
}

/** Delivers events, at least once each, several at a time and so in any order, as Stripe does. */
export interface Deliverer {
  start(): void;
  /** Something may be due. */
  wake(): void;
  /** Breaks off what is under way; it is delivered again another time. */
  stop(): Promise<void>;
}

const maximumAtOnce = 8;
/** A day. After the clock was set back a delivery may lie years ahead, and a timer that is asked for those fires at once. */
const longestWait = 86_400_000;

export function createDeliverer({ books, post, save, later }: DelivererOptions): Deliverer {
  const { deliveries, events } = books.tables;
  const underWay = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  let isRunning = false;
  let callOff: (() => void) | null = null;

  function wake(): void {
    callOff?.();
    if (!isRunning) return;
    const now = books.realTime();
    const waiting = [...deliveries.oldest()].filter(({ id }) => !underWay.has(id));
    const due = waiting.filter(({ nextAt }) => nextAt <= now).slice(0, maximumAtOnce - underWay.size);
    for (const delivery of due) begin(delivery);
    const times = waiting.map(({ nextAt }) => nextAt).filter((time) => time > now);
    if (times.length > 0) callOff = later(wake, Math.min(...times.map((time) => time - now), longestWait));
  }

  function begin(delivery: Delivery): void {
    const delivered = deliver(delivery).finally(() => {
      underWay.delete(delivery.id);
      wake();
    });
    underWay.set(delivery.id, delivered);
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const event = events.get(delivery.id);
    const isTaken = event === undefined || (await post(JSON.stringify(event), stopping.signal));
    if (stopping.signal.aborted && !isTaken) return;
    if (isTaken) markDelivered(delivery.id);
    else postpone(delivery);
    await save();
  }

  function markDelivered(id: string): void {
    deliveries.remove(id);
    if (events.get(id)) books.change('events', id, { pending_webhooks: 0 });
  }

  /** What nobody takes in three days stays undelivered. */
  function postpone({ id, attempts, firstAt }: Delivery): void {
    const nextAt = books.realTime() + retryDelay(attempts + 1);
    if (nextAt > firstAt + deliveryMilliseconds) deliveries.remove(id);
    else books.change('deliveries', id, { attempts: attempts + 1, nextAt });
  }

  return {
    wake,
    start() {
      isRunning = true;
      wake();
    },
    async stop() {
      isRunning = false;
      callOff?.();
      stopping.abort();
      await Promise.all(underWay.values());
    },
  };
}
