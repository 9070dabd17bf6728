import type { Knex } from 'knex';
import type { CompiledFunnel, CompiledStep } from '../../engine/model.ts';

/** What a funnel's steps and options are called now, and what is known of its earlier versions. */
export interface History {
  /** The funnel as it was in that version; undefined where that is not kept. */
  readonly version: (version: string) => CompiledFunnel | undefined;
  /** The present name of a step that an earlier version called so; of one that is gone, the last that it had. */
  readonly step: (id: string) => string;
  /** The present name of an option of a step, given as `step` names it. */
  readonly option: (step: string, key: string) => string;
  /** The step as it is now, or was last; undefined where no version has it. */
  readonly findStep: (id: string) => CompiledStep | undefined;
  /** Every variant that the experiment ever had, in the order of the funnel: what is gone comes last. */
  readonly variants: (experiment: string) => readonly string[];
}

/** Every version of the funnel that was ever published, the newest first. */
export async function readVersions(knex: Knex, funnel: string): Promise<readonly CompiledFunnel[]> {
  const rows = await knex('funnel_versions')
    .where({ funnel })
    .orderBy('published_at', 'desc')
    .select<{ flow: CompiledFunnel }[]>('flow');
  return rows.map(({ flow }) => flow);
}

/** Follows names through all versions, as visits are carried over from one to the next (`renamed_from`). */
export function createHistory(now: CompiledFunnel, versions: readonly CompiledFunnel[]): History {
  const flows = [now, ...versions];
  const byVersion = new Map(flows.toReversed().map((flow) => [flow.version, flow]));
  const steps = flows.flatMap((flow) => flow.steps);
  const step = createSuccessors(
    now.steps.map(({ id }) => id),
    steps.map(({ id, renamedFrom }) => ({ name: id, renamedFrom })),
  );
  const lastSteps = new Map(steps.toReversed().map((each) => [each.id, each]));
  const optionsOf = new Map<string, (key: string) => string>();
  const createOptions = (id: string): ((key: string) => string) => {
    const same = steps.filter((each) => step(each.id) === id).flatMap(optionNames);
    const present = now.steps.filter((each) => each.id === id).flatMap(optionNames);
    return createSuccessors(
      present.map(({ name }) => name),
      same,
    );
  };
  return {
    version: (version) => byVersion.get(version),
    step,
    option(id, key) {
      const successor = optionsOf.get(id) ?? createOptions(id);
      optionsOf.set(id, successor);
      return successor(key);
    },
    findStep: (id) => lastSteps.get(id),
    variants: (experiment) => [...new Set(flows.flatMap((flow) => variantNames(flow, experiment)))],
  };
}

function variantNames({ experiments }: CompiledFunnel, experiment: string): readonly string[] {
  return experiments.find(({ name }) => name === experiment)?.variants.map(({ name }) => name) ?? [];
}

interface Named {
  readonly name: string;
  readonly renamedFrom: readonly string[] | undefined;
}

function optionNames(step: CompiledStep): readonly Named[] {
  return 'options' in step ? step.options.map(({ key, renamedFrom }) => ({ name: key, renamedFrom })) : [];
}

/** Follows names: what is there now keeps its name, of all else the newest that was renamed from it is what it became. */
function createSuccessors(present: readonly string[], names: readonly Named[]): (name: string) => string {
  const there = new Set(present);
  const successors = new Map<string, string>();
  for (const { name, renamedFrom = [] } of names)
    for (const old of renamedFrom) if (!successors.has(old)) successors.set(old, name);
  return (name) => {
    const seen = new Set<string>();
    let successor = name;
    for (let next: string | undefined = name; next !== undefined && !seen.has(next); next = successors.get(next)) {
      seen.add(next);
      successor = next;
      if (there.has(next)) break;
    }
    return successor;
  };
}
