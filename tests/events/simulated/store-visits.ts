import { randomUUID } from 'node:crypto';
import type { EventBatch } from '../../../api/events/batches.ts';
import type { ArrivedBatch, EventStore } from '../../../api/events/event-store.ts';
import type { Database } from '../../../api/platform/db/database.ts';
import type { SimulatedLog } from './simulate-logs.ts';
import type { Sale } from './sales.ts';

export interface SoldVisit {
  readonly log: SimulatedLog;
  readonly sale: Sale;
}

/** As many as a server stores at once when many wait. */
const atOnce = 500;
const writers = 2;

/** Stores batches as servers do, in groups, two at a time. */
export async function storeAll(events: EventStore, batches: readonly ArrivedBatch[]): Promise<void> {
  const groups = Array.from({ length: Math.ceil(batches.length / atOnce) }, (_, group) =>
    batches.slice(group * atOnce, (group + 1) * atOnce),
  );
  const write = async () => {
    for (let group; (group = groups.shift());) await events.storeBatches(group);
  };
  await Promise.all(Array.from({ length: writers }, write));
}

/** As if they came at that time. */
export function receiveAt(receivedAt: Date, batches: readonly EventBatch[]): readonly ArrivedBatch[] {
  return batches.map((batch) => ({ ...batch, receivedAt }));
}

/** What the server itself tells of visits: sign-ups and payments. */
export function batchesOfServer(funnel: string, { log: { visit }, sale: { signedUp, paid } }: SoldVisit): EventBatch[] {
  const batchOf = (n: number, event: EventBatch['events'][0]) => ({ funnel, visit, page: 0, n, events: [event] });
  return [...(signedUp ? [batchOf(1, [0, 'sign_up'])] : []), ...(paid ? [batchOf(2, [0, 'payment', paid])] : [])];
}

/** The accounts and payments of those who bought. */
export async function storePayments(database: Database, visits: readonly SoldVisit[]): Promise<void> {
  const bought = visits.flatMap(({ log, sale: { paid } }) => (paid ? [{ id: randomUUID(), log, ...paid }] : []));
  const ids = bought.map(({ id }) => id);
  await database.knex.raw(
    `INSERT INTO users (id, email, password_hash, agreed_at)
     SELECT id, id || '@example.com', 'none', now() FROM unnest(?::uuid[]) AS id`,
    [ids],
  );
  await database.knex.raw(
    `INSERT INTO payments (user_id, visit_id, plan, amount, currency, paid_at, kind, status)
     SELECT *, 'purchase', 'succeeded'
     FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::integer[], ?::text[], ?::timestamptz[])`,
    [
      ids,
      bought.map(({ log }) => log.visit),
      bought.map(({ plan }) => plan),
      bought.map(({ amount }) => amount),
      bought.map(({ currency }) => currency),
      bought.map(({ log }) => new Date(log.startedAt)),
    ],
  );
}
