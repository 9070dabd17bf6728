import type { Stripe } from 'stripe';
import { apiVersion, idOf, newId } from '../objects/fields.ts';
import { createTables, type Rows, type SavedTables } from './tables.ts';

/** The events that can be about a row. */
type EventAbout<Row> = Extract<Stripe.Event, { readonly data: { readonly object: Row } }>['type'];

export type Books = ReturnType<typeof createBooks>;

interface BooksOptions {
  readonly saved: SavedTables;
  readonly now: () => number;
  /** Of the hosted pages. */
  readonly origin: () => string;
  /** Whether events are delivered anywhere. */
  readonly isDelivering: () => boolean;
}

/** Everything that is kept, with the time in it. What happens in it happens at once, nothing in between. */
export function createBooks({ saved, now, origin, isDelivering }: BooksOptions) {
  let version = 0;
  let request: Stripe.Event.Request = { id: null, idempotency_key: null };
  let stoppedAt: number | null = null;
  const tables = createTables(saved, () => (version += 1));

  /** Seconds since 1970, on the test clock of the customer if there is one. */
  function timeOf(customerId: string | null): number {
    const frozen = tables.testClocks.get(idOf(tables.customers.get(customerId)?.test_clock))?.frozen_time;
    return frozen ?? stoppedAt ?? Math.floor(now() / 1000);
  }

  /** Adds an event and what delivers it. */
  function tell(type: string, object: object, previous?: object): void {
    const isUpdate = type.endsWith('.updated') || type === 'charge.refunded';
    if (isUpdate && previous && Object.keys(previous).length === 0) return;
    const event = tables.events.put({
      id: newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: timeOf(customerOf(object)),
      data: { object, ...(isUpdate && previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: isDelivering() ? 1 : 0,
      request,
      type,
    } as Stripe.Event);
    if (event.pending_webhooks === 0) return;
    tables.deliveries.put({ id: event.id, attempts: 0, firstAt: now(), nextAt: now() });
  }

  return {
    tables,
    origin,
    /** How often anything has changed. */
    version: () => version,
    /** Milliseconds since 1970, on no test clock. */
    realTime: now,
    timeOf,
    /** Adds a row, and tells so by an event. */
    add<Name extends keyof Rows>(name: Name, row: Rows[Name], event?: EventAbout<Rows[Name]>): Rows[Name] {
      tables[name].put(row);
      if (event) tell(event, row);
      return row;
    },
    /** Changes a row, and tells so by an event; one that says `updated` tells what has changed, if anything has. */
    change<Name extends keyof Rows>(
      name: Name,
      id: string,
      patch: Partial<Rows[Name]>,
      event?: EventAbout<Rows[Name]>,
    ): Rows[Name] {
      const old = tables[name].get(id);
      if (!old) throw new Error(`No ${name} with the id ${id}`);
      const row = { ...old, ...patch };
      tables[name].put(row);
      if (event) tell(event, row, changedFields(old, patch));
      return row;
    },
    emit: <Row extends object>(type: EventAbout<Row>, object: Row) => tell(type, object),
    /** What happens in `action` was asked for by this request. */
    asRequest<Result>(asked: Stripe.Event.Request, action: () => Result): Result {
      const before = request;
      request = asked;
      try {
        return action();
      } finally {
        request = before;
      }
    },
    /** In `action` it is this time (seconds since 1970) for all without a test clock: to catch up, in order. */
    atTime(seconds: number, action: () => void): void {
      stoppedAt = seconds;
      try {
        action();
      } finally {
        stoppedAt = null;
      }
    },
  };
}

function changedFields<Row extends object>(old: Row, patch: Partial<Row>): Partial<Row> {
  const changed = (Object.keys(patch) as (keyof Row)[]).filter(
    (key) => JSON.stringify(old[key]) !== JSON.stringify(patch[key]),
  );
  return Object.fromEntries(changed.map((key) => [key, old[key]])) as Partial<Row>;
}

function customerOf(row: { readonly object?: string; readonly id?: string; readonly customer?: unknown }) {
  if (row.object === 'customer') return row.id ?? null;
  return typeof row.customer === 'string' ? row.customer : null;
}

const day = 24 * 60 * 60 * 1000;
const daysOfEvents = 30;

/** Events are kept 30 days, answers to idempotency keys one, as at Stripe. What is to be delivered stays. */
export function removeOld({ tables, realTime }: Books): void {
  const now = realTime();
  for (const { id, created } of tables.events.newest()) {
    if (created * 1000 < now - daysOfEvents * day && !tables.deliveries.get(id)) tables.events.remove(id);
  }
  for (const { id, at } of tables.answers.newest()) if (at < now - day) tables.answers.remove(id);
}
