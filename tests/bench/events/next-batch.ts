import type { EventBatch } from '../../../api/events/batches.ts';
import type { CompiledFunnel } from '../../../engine/model.ts';
import { simulateLogs } from '../../events/simulated/simulate-logs.ts';
import { visitAt } from '../../events/told.ts';

const visits = 500;
const eventsInBatch = 4;

/** Gives one batch after the other as pages of the funnel tell them: 500 simulated visits, over and over under new ids. */
export function createBatches(funnel: CompiledFunnel): () => EventBatch {
  const now = Date.now();
  const logs = simulateLogs(funnel, { visits, seed: 'bench', stay: 0.9, back: 0.05, from: now - 3_600_000, to: now });
  const templates = [...logs].flatMap(({ pages }, visit) =>
    pages.flatMap(({ page, events }) =>
      cut(events).map((events, n) => ({ visit, page, n, funnel: funnel.id, events })),
    ),
  );
  let [made, rounds] = [0, 0];
  return () => {
    const template = templates[made++ % templates.length]!;
    if (made % templates.length === 1) rounds++;
    return { ...template, visit: visitAt(new Date(now).toISOString(), rounds * visits + template.visit) };
  };
}

function cut<T>(events: readonly T[]): T[][] {
  const parts = Math.ceil(events.length / eventsInBatch);
  return Array.from({ length: parts }, (_, part) => events.slice(part * eventsInBatch, (part + 1) * eventsInBatch));
}
