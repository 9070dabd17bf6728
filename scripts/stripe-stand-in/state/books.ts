import type { Stripe } from 'stripe';
import { newEvent } from '../objects/event.ts';
import { idOf } from '../objects/fields.ts';
import type { EventObjects, EventType, Rows } from './rows.ts';
import { createTables, type SavedTables, type Tables } from './tables.ts';

/** Everything that is kept, with the time in it. What happens in it happens at once, nothing in between. */
export interface Books {
  readonly tables: Tables;
  /** Origin of the hosted pages. */
  readonly origin: () => string;
  /** How often anything has changed. */
  readonly version: () => number;
  /** Seconds since 1970, on the test clock of the customer if there is one. */
  readonly timeOf: (customerId: string | null) => number;
  /** Milliseconds since 1970, on no test clock. */
  readonly realTime: () => number;
  /** Changes a row; `previous` has the fields that changed as they were. */
  change<Name extends keyof Rows>(name: Name, id: string, patch: Partial<Rows[Name]>): Change<Rows[Name]>;
  /** Adds an event and what delivers it. */
  emit<Type extends EventType>(type: Type, object: EventObjects[Type], previous?: object): void;
  /** What happens in `action` was asked for by this request. */
  asRequest<Result>(request: Stripe.Event.Request, action: () => Result): Result;
  /** In `action` it is this time (seconds since 1970) for all without a test clock: to catch up, in order. */
  atTime<Result>(seconds: number, action: () => Result): Result;
}

interface Change<Row> {
  readonly row: Row;
  readonly previous: Partial<Row>;
}

interface BooksOptions {
  readonly saved: SavedTables;
  readonly now: () => number;
  readonly origin: () => string;
  /** Whether events are delivered anywhere. */
  readonly isDelivering: () => boolean;
}

export function createBooks({ saved, now, origin, isDelivering }: BooksOptions): Books {
  let version = 0;
  let request: Stripe.Event.Request = { id: null, idempotency_key: null };
  let stoppedAt: number | null = null;
  const tables = createTables(saved, () => (version += 1));

  const books: Books = {
    tables,
    origin,
    version: () => version,
    realTime: now,
    timeOf(customerId) {
      const clock = customerId === null ? null : tables.customers.get(customerId)?.test_clock;
      const frozen = typeof clock === 'string' ? tables.testClocks.get(clock)?.frozen_time : undefined;
      return frozen ?? stoppedAt ?? Math.floor(now() / 1000);
    },
    change(name, id, patch) {
      const old = tables[name].get(id);
      if (!old) throw new Error(`No ${name} with the id ${id}`);
      const row = { ...old, ...patch };
      tables[name].put(row as never);
      return { row, previous: changedFields(old, patch) };
    },
    emit(type, object, previous) {
      const created = books.timeOf(customerOf(object));
      const fresh = withFreshLinks(books, object);
      const event = newEvent({ type, object: fresh, previous, created, request, isDelivered: isDelivering() });
      tables.events.put(event);
      if (event.pending_webhooks > 0) {
        tables.deliveries.put({ id: event.id, attempts: 0, firstAt: now(), nextAt: now() });
      }
    },
    asRequest(asked, action) {
      const before = request;
      request = asked;
      try {
        return action();
      } finally {
        request = before;
      }
    },
    atTime(seconds, action) {
      const before = stoppedAt;
      stoppedAt = seconds;
      try {
        return action();
      } finally {
        stoppedAt = before;
      }
    },
  };
  return books;
}

function changedFields<Row extends object>(old: Row, patch: Partial<Row>): Partial<Row> {
  const changed = (Object.keys(patch) as (keyof Row)[]).filter(
    (key) => JSON.stringify(old[key]) !== JSON.stringify(patch[key]),
  );
  return Object.fromEntries(changed.map((key) => [key, old[key]])) as Partial<Row>;
}

function customerOf(object: EventObjects[EventType]): string | null {
  if (object.object === 'customer') return object.id;
  return 'customer' in object && typeof object.customer === 'string' ? object.customer : null;
}

const day = 24 * 60 * 60 * 1000;
const daysOfEvents = 30;

/** Events are kept 30 days, answers to idempotency keys one, as at Stripe. What is to be delivered stays. */
export function removeOld({ tables, realTime }: Books): void {
  const now = realTime();
  for (const event of tables.events.oldest()) {
    const isOld = event.created * 1000 < now - daysOfEvents * day;
    if (isOld && !tables.deliveries.get(event.id)) tables.events.remove(event.id);
  }
  for (const answer of tables.answers.oldest()) {
    if (answer.at < now - day) tables.answers.remove(answer.id);
  }
}

const linkLifetimeSeconds = 30 * 24 * 3_600;
const links: ReadonlySet<string> = new Set(['hosted_invoice_url', 'invoice_pdf', 'receipt_url']);

/** The same object with links to invoices and receipts that work for 30 days from now, as Stripe makes them again. */
export function withFreshLinks<Value extends object>(books: Books, object: Value): Value {
  const text = JSON.stringify(object, function (this: Linked, name, value: unknown) {
    if (!links.has(name) || typeof value !== 'string') return value;
    return value.replace(/\/((?:in|ch)_\w+)(?:\.\d+)?/, `/$1.${books.timeOf(idOf(this.customer))}`);
  });
  return JSON.parse(text) as Value;
}

interface Linked {
  readonly customer?: string | { readonly id: string } | null;
}

/** What a link leads to: the id in it, and whether it was made less than 30 days ago. */
export function parseLink(link: string): { readonly id: string; readonly isFresh: (now: number) => boolean } {
  const [id = '', madeAt] = link.split('.');
  return { id, isFresh: (now) => now - Number(madeAt ?? -Infinity) < linkLifetimeSeconds };
}
