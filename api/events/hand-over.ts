import type { Knex } from 'knex';
import type { Database } from '../platform/db/database.ts';
import type { ArrivedBatch, EventStore } from './event-store.ts';
import { createPostgresEvents } from './postgres/postgres-events.ts';

/**
 * A store beside the main database: what sign-ups and payments report in transactions of that one (`storeBatchIn`) is
 * handed on before anything is counted, or what was reported is read. A batch is removed there once the store has it; in a
 * crash it may be handed on again, which changes nothing. Any number of processes do it at once. What was stored there
 * before there was such a store is removed when its time is over.
 */
export function withHandOver(store: EventStore, main: Database): EventStore {
  const waiting = createPostgresEvents(main);
  return {
    ...store,
    async count(options) {
      await handOver(store, main.knex);
      return store.count(options);
    },
    async readReported(ids) {
      await handOver(store, main.knex);
      return store.readReported(ids);
    },
    async secondsWaiting() {
      const here = await waiting.secondsWaiting();
      // Where the store is down, what waits for it is all that is known.
      const there = store.secondsWaiting();
      return here > 0 ? Math.max(here, await there.catch(() => 0)) : there;
    },
    async maintain(options) {
      await waiting.maintain(options);
      await store.maintain(options);
    },
  };
}

const atOnce = 500;

async function handOver(store: EventStore, main: Knex): Promise<void> {
  for (let left = true; left;) {
    const { rows } = await main.raw<{ rows: readonly WaitingBatch[] }>(waitingText, [atOnce]);
    if (rows.length === 0) return;
    await store.storeBatches(rows);
    await main.raw(removeText, [JSON.stringify(rows.map(({ day, visit, page, n }) => ({ day, visit, page, n })))]);
    left = rows.length === atOnce;
  }
}

interface WaitingBatch extends ArrivedBatch {
  readonly day: string;
}

const waitingText = `
  SELECT day::text, visit, page, n, funnel, events, received_at AS "receivedAt" FROM event_batches
  WHERE counted_at IS NULL ORDER BY received_at LIMIT ?`;

const removeText = `
  DELETE FROM event_batches AS batch
  USING json_to_recordset(?::json) AS handed (day date, visit uuid, page bigint, n integer)
  WHERE batch.day = handed.day AND batch.visit = handed.visit AND batch.page = handed.page AND batch.n = handed.n`;
