import type { Knex } from 'knex';
import type { CompiledFunnel } from '../../../engine/model.ts';
import { dayOfVisit } from '../batches.ts';
import type { Attribution } from '../counting/attribute-visits.ts';
import {
  joinBatches,
  type LogWords,
  type StoredBatch,
  unpackLog,
  type StoredLog,
  wordsIdOf,
  commonWordsOf,
} from '../stored-log.ts';

/** What is stored of a visit. */
export interface VisitRecord {
  /** What was decided when it was first counted; null: nothing of it has been counted. */
  readonly attribution: Attribution | null;
  /** All that has been counted; null where none is kept, such as of a visit that an earlier program counted. */
  readonly log: StoredLog | null;
  /** What has come since, and what could not be put into a log yet. */
  readonly batches: readonly SingleBatch[];
  /** Both together, in the order of pages and numbers: all that was reported. */
  readonly reported: readonly StoredBatch[];
}

/** A row of `event_batches`. */
export interface SingleBatch extends StoredBatch {
  readonly day: string;
  /** Null: it waits. */
  readonly countedAt: Date | null;
}

/** By the visit's id. */
export type StoredVisits = ReadonlyMap<string, VisitRecord>;

/** What is stored of these visits, their ids in small letters; those of which nothing is are left out. */
export async function readStoredVisits(knex: Knex, ids: readonly string[]): Promise<StoredVisits> {
  const named = JSON.stringify(ids.map((id) => ({ id, day: dayOfVisit(id) })));
  const waiting = new Map<string, SingleBatch[]>(ids.map((id) => [id, []]));
  // First, so that what moves into a log meanwhile is read twice rather than not at all.
  for (const batch of await read<SingleBatch>(knex, batchesText, [named])) waiting.get(batch.visit)!.push(batch);
  const rows = await read<VisitRow>(knex, visitsText, [named]);
  const words = await readWords(knex, rows);
  const known = new Map(rows.map((row) => [row.id, row]));
  const visits = new Map<string, VisitRecord>();
  for (const [id, batches] of waiting) {
    const row = known.get(id);
    if (!row && batches.length === 0) continue;
    const log = row?.log ? unpackLog(id, row.log, words.get(wordsIdOf(row.log))) : null;
    visits.set(id, { attribution: row ?? null, log, batches, reported: joinBatches(log?.batches ?? [], batches) });
  }
  return visits;
}

interface VisitRow extends Attribution {
  readonly id: string;
  readonly log: Buffer | null;
}

const named = 'jsonb_to_recordset(?::jsonb) AS named (id uuid, day date)';

// `OFFSET 0` has each visit looked up by the key, in its partition alone, whatever the planner thinks of tables that have
// just grown.
const visitsText = `
  SELECT visit.* FROM ${named} CROSS JOIN LATERAL (
    SELECT id, first, utm_source AS source, log FROM quiz_visits WHERE id = named.id OFFSET 0
  ) AS visit`;

const batchesText = `
  SELECT batch.* FROM ${named} CROSS JOIN LATERAL (
    SELECT day::text, visit, page, n, 1 AS count, funnel, events, received_at AS "receivedAt", counted_at AS "countedAt"
    FROM event_batches AS each WHERE each.day = named.day AND each.visit = named.id OFFSET 0
  ) AS batch`;

/** By their ids. */
async function readWords(knex: Knex, rows: readonly VisitRow[]): Promise<ReadonlyMap<number, LogWords>> {
  const ids = new Set(rows.flatMap(({ log }) => (log ? wordsIdOf(log) : [])));
  if (ids.size === 0) return new Map();
  const words = await read<LogWords>(knex, 'SELECT id, funnel, words FROM visit_log_words WHERE id = ANY (?::integer[])', [[...ids]]); // prettier-ignore
  return new Map(words.map((each) => [each.id, each]));
}

/** The words for logs of this version; they are stored when they are first asked for. One process at a time asks. */
export async function storeWords(trx: Knex, flow: CompiledFunnel): Promise<LogWords> {
  const { id: funnel, version } = flow;
  const text = 'SELECT id, funnel, words FROM visit_log_words WHERE funnel = ? AND version = ?';
  const [known] = await read<LogWords>(trx, text, [funnel, version]);
  if (known) return known;
  const insertText =
    'INSERT INTO visit_log_words (funnel, version, words) VALUES (?, ?, ?) RETURNING id, funnel, words';
  const [stored] = await read<LogWords>(trx, insertText, [funnel, version, commonWordsOf(flow)]);
  return stored!;
}

async function read<Row>(knex: Knex, text: string, values: Knex.RawBinding[]): Promise<readonly Row[]> {
  const { rows } = (await knex.raw(text, values)) as { readonly rows: readonly Row[] };
  return rows;
}
