import { createHmac } from 'node:crypto';
import type { Books } from './state/books.ts';
import type { Delivery } from './state/tables.ts';

interface DelivererOptions {
  readonly books: Books;
  /** Posts an event; whether it was taken. Never rejects. */
  readonly post: (body: string, signal: AbortSignal) => Promise<boolean>;
  /** Called after what was delivered has been stored. Never rejects. */
  readonly save: () => Promise<void>;
  /** Calls later, once; the answer calls it off. */
  readonly later: (action: () => void, milliseconds: number) => () => void;
}

const maximumAtOnce = 8;
/** A day. After the clock was set back a delivery may lie years ahead, and a timer that is asked for those fires at once. */
const maxWait = 86_400_000;

/** Delivers events, at least once each, several at a time and so in any order, as Stripe does. */
export function createDeliverer({ books, post, save, later }: DelivererOptions) {
  const { deliveries, events } = books.tables;
  const inFlight = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  let isRunning = false;
  let cancelTimer: (() => void) | null = null;

  function wake(): void {
    cancelTimer?.();
    if (!isRunning) return;
    const now = books.realTime();
    const waiting = deliveries.newest().filter(({ id }) => !inFlight.has(id));
    const due = waiting
      .filter(({ nextAt }) => nextAt <= now)
      .reverse()
      .slice(0, maximumAtOnce - inFlight.size);
    for (const delivery of due) begin(delivery);
    const times = waiting.map(({ nextAt }) => nextAt).filter((time) => time > now);
    if (times.length > 0) cancelTimer = later(wake, Math.min(...times.map((time) => time - now), maxWait));
  }

  function begin(delivery: Delivery): void {
    const delivered = deliver(delivery).finally(() => {
      inFlight.delete(delivery.id);
      wake();
    });
    inFlight.set(delivery.id, delivered);
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const event = events.get(delivery.id);
    const isTaken = event === undefined || (await post(JSON.stringify(event), stopping.signal));
    if (stopping.signal.aborted && !isTaken) return;
    if (!isTaken) postpone(delivery);
    else deliveries.remove(delivery.id);
    if (isTaken && event) books.change('events', event.id, { pending_webhooks: 0 });
    await save();
  }

  /** What isn't accepted in three days stays undelivered. */
  function postpone({ id, attempts, firstAt }: Delivery): void {
    const nextAt = books.realTime() + retryDelay(attempts + 1);
    if (nextAt > firstAt + deliveryMilliseconds) deliveries.remove(id);
    else books.change('deliveries', id, { attempts: attempts + 1, nextAt });
  }

  return {
    /** Something may be due. */
    wake,
    start() {
      isRunning = true;
      wake();
    },
    /** Breaks off what is under way; it is delivered again another time. */
    async stop() {
      isRunning = false;
      cancelTimer?.();
      stopping.abort();
      await Promise.all(inFlight.values());
    },
  };
}

const timeout = 10_000;

/** Posts a body to the receiver; whether it answered that it has it. */
export function createPost(secret: string, url: () => string | null): DelivererOptions['post'] {
  return async (body, signal) => {
    const address = url();
    if (address === null) return false;
    // Not AbortSignal.timeout: inside AbortSignal.any it never goes off once garbage was collected.
    const late = new AbortController();
    const alarm = setTimeout(() => late.abort(), timeout);
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          // By the clock of this machine, which the receiver holds it against, whatever time it is in the stand-in.
          'Stripe-Signature': signEvent(body, secret, Math.floor(Date.now() / 1000)),
          'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, late.signal]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    } finally {
      clearTimeout(alarm);
    }
  };
}

/** The header `Stripe-Signature` of a body. @param time seconds since 1970, of the receiver's own clock */
function signEvent(body: string, secret: string, time: number): string {
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${signature}`;
}

/** For so long an event is tried, in milliseconds. */
const deliveryMilliseconds = 3 * 86_400_000;

/** How long to wait in milliseconds after so many attempts that failed. */
function retryDelay(attempts: number): number {
  return [500, 1_000, 2_000, 5_000, 15_000, 60_000][attempts - 1] ?? 300_000;
}
