import { createClickHouseEvents } from '../../api/events/clickhouse/clickhouse-events.ts';
import { type ClickHouse, connectClickHouse } from '../../api/events/clickhouse/connect.ts';
import { makeChanges } from '../../api/events/clickhouse/schema.ts';
import type { EventStore } from '../../api/events/event-store.ts';
import { createPostgresEvents } from '../../api/events/postgres/postgres-events.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { installEngine, startEngine } from '../clickhouse/start-engine.ts';

/** Where a proof has its events. */
export interface ProofEvents {
  readonly name: string;
  readonly events: EventStore;
  /** Of ClickHouse. */
  readonly pid: number | null;
  /** Bytes on the disk, by table. */
  readonly readSizes: () => Promise<ReadonlyMap<string, number>>;
  readonly close: () => Promise<void>;
}

/** In the tables of the database; with EVENTS=clickhouse in a ClickHouse that is made for the proof. */
export async function openProofEvents(database: Database): Promise<ProofEvents> {
  const name = process.env['EVENTS'] ?? 'postgres';
  if (name === 'clickhouse') return openInClickHouse(database);
  if (name !== 'postgres') throw new Error('EVENTS is postgres or clickhouse.');
  const events = createPostgresEvents(database);
  await events.prepare();
  return { name, events, pid: null, readSizes: () => readPostgresSizes(database), close: () => Promise.resolve() };
}

async function readPostgresSizes({ knex }: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await knex.raw<{ rows: { name: string; bytes: string }[] }>(`
    SELECT coalesce(pg_partition_root(oid), oid)::regclass AS name, sum(pg_total_relation_size(oid)) AS bytes
    FROM pg_class WHERE relkind = 'r' AND relname ~ '^(event_batches|quiz_visits|quiz_counts)' GROUP BY 1 ORDER BY 1`);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

async function openInClickHouse(database: Database): Promise<ProofEvents> {
  if (!installEngine()) throw new Error('ClickHouse for proofs could not be installed (tests/clickhouse).');
  const engine = await startEngine({ fsync: true });
  const clickhouse = connectClickHouse(`${engine.url}/default`);
  await makeChanges(clickhouse);
  return {
    name: 'clickhouse',
    events: createClickHouseEvents(clickhouse, database),
    pid: engine.pid,
    readSizes: () => readClickHouseSizes(clickhouse),
    async close() {
      await clickhouse.close();
      await engine.remove();
    },
  };
}

async function readClickHouseSizes(clickhouse: ClickHouse): Promise<ReadonlyMap<string, number>> {
  const rows = await clickhouse.query<{ readonly table: string; readonly bytes: number }>(`
    SELECT table, sum(bytes_on_disk) AS bytes FROM system.parts
    WHERE database = currentDatabase() AND active GROUP BY table ORDER BY table`);
  return new Map(rows.map(({ table, bytes }) => [table, bytes]));
}
