import type { CompiledFunnel } from '../../../engine/model.ts';
import type { Database } from '../../platform/db/database.ts';
import type { StoredBatch } from '../counting/read-visit.ts';
import { loadFunnelVersion } from '../funnel-versions.ts';
import { replayBatches, versionOf, type Flows, type ReplayedVisit } from './replay-batches.ts';
import { readBatches, readLastVisits } from './read-stored.ts';

/** The visit of this id, replayed; undefined where no page of it is stored. */
export async function replayStoredVisit(database: Database, id: string): Promise<ReplayedVisit | undefined> {
  const [visit] = await replayAll(database, [id]);
  return visit;
}

/** The visits of a funnel that began last, the latest first; of those that have been counted. */
export async function replayLastVisits(
  database: Database,
  { funnel, count }: { readonly funnel: string; readonly count: number },
): Promise<readonly ReplayedVisit[]> {
  return replayAll(database, await readLastVisits(database, funnel, count));
}

async function replayAll(database: Database, ids: readonly string[]): Promise<readonly ReplayedVisit[]> {
  const batches = await readBatches(database, ids);
  const visits: ReplayedVisit[] = [];
  for (const id of ids) {
    const told = batches.get(id) ?? [];
    const visit = replayBatches(id, told, await loadFlows(database, told));
    if (visit) visits.push(visit);
  }
  return visits;
}

/** The versions that a visit's pages ran on, as far as they were ever published. */
async function loadFlows(database: Database, batches: readonly StoredBatch[]): Promise<Flows> {
  const flows = new Map<string, CompiledFunnel>();
  for (const { funnel, version } of batches.flatMap((batch) => ({ ...batch, version: versionOf(batch) }))) {
    const flow = version === undefined ? undefined : await loadFunnelVersion(database, funnel, version);
    if (flow) flows.set(flow.version, flow);
  }
  return flows;
}
