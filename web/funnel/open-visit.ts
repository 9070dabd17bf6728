import { createActor, type Actor, type SnapshotFrom } from 'xstate';
import { createFunnelMachine } from '../../engine/run/machine.ts';
import { readHiddenFields, readStepsLimit } from '../../engine/run/query.ts';
import { assignVariants } from '../../engine/run/variants.ts';
import type { FunnelData, VisitInput } from '../../engine/model.ts';
import { readVisit, visitorSeed, type StoredVisit } from '../storage.ts';
import { stepInHistory } from './step-history.ts';

export type FunnelMachine = ReturnType<typeof createFunnelMachine>;
export type FunnelSnapshot = SnapshotFrom<FunnelMachine>;

/** A running visit of one funnel. */
export interface Visit {
  readonly data: FunnelData;
  readonly input: VisitInput;
  readonly actor: Actor<FunnelMachine>;
  /** Whether it goes on where an earlier page left off. */
  readonly resumed: boolean;
  /** Given to it by those who learn from visits (`identify`), and saved with it. */
  id?: string | undefined;
}

/** A visit from its first step, as it is prerendered. */
export function newVisit(data: FunnelData, input: VisitInput): Visit {
  const actor = createActor(createFunnelMachine(data.funnel), { input }).start();
  return { data, input, actor, resumed: false };
}

/**
 * The visitor's own visit: where they left it, else from the first step. One that is finished is taken up only by
 * way of the browser's history (Back from the results); whoever opens the quiz again starts anew.
 */
export async function openVisit(data: FunnelData, search: string): Promise<Visit> {
  const input = visitInput(data, search);
  const saved = readVisit(data.funnel.id);
  if (!isResumable(saved)) return newVisit(data, input);
  const resuming = await import('../../engine/run/resume-visit.ts');
  const machine = createFunnelMachine(data.funnel);
  const snapshot = resuming.resumeVisit(machine, data.funnel, saved, input);
  const actor = createActor(machine, { snapshot, input }).start();
  return { data, input, actor, resumed: true, id: saved.id };
}

function visitInput({ funnel }: FunnelData, search: string): VisitInput {
  return {
    // Always said, also where it is the default: finished answers count up to where the limit cut the visit short.
    stepsLimit: readStepsLimit(search) ?? funnel.steps.length,
    query: readHiddenFields(funnel, search),
    ...(funnel.experiments.length > 0 && { variants: assignVariants(funnel, visitorSeed()) }),
  };
}

function isResumable(saved: unknown): saved is Pick<StoredVisit, 'id'> {
  if (typeof saved !== 'object' || saved === null) return false;
  return (saved as { finished?: unknown }).finished !== true || stepInHistory() !== undefined;
}
