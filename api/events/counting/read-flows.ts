import type { Knex } from 'knex';
import type { CompiledFunnel } from '../../../engine/model.ts';
import type { StoredBatch } from '../stored-log.ts';
import { type FlowOf, versionsOf } from './read-visit.ts';

/** The `FlowOf` knows only the funnels that were published by a time, if one is given. */
export type FlowsUntil = (until?: Date) => FlowOf;

/** The published funnels that these batches name, from the main database. */
export async function readFlows(knex: Knex, batches: readonly StoredBatch[]): Promise<FlowsUntil> {
  const opened = versionsOf(batches);
  const named = new Map(opened.map((each) => [keyOf(each.funnel, each.version), each]));
  const { rows } = (await knex.raw(flowsText, [JSON.stringify([...named.values()])])) as {
    readonly rows: readonly FlowRow[];
  };
  const flows = new Map(rows.map((row) => [keyOf(row.funnel, row.version), row]));
  return (until) => (funnel, version) => {
    const row = flows.get(keyOf(funnel, version));
    return row && (!until || row.publishedAt <= until) ? row.flow : undefined;
  };
}

interface FlowRow {
  readonly funnel: string;
  readonly version: string;
  readonly flow: CompiledFunnel;
  readonly publishedAt: Date;
}

const flowsText = `
  SELECT funnel, version, flow, published_at AS "publishedAt" FROM funnel_versions
  JOIN jsonb_to_recordset(?::jsonb) AS named (funnel text, version text) USING (funnel, version)`;

function keyOf(...parts: readonly string[]): string {
  return parts.join('\t');
}
