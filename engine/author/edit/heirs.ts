import type { Flow, FlowStep } from '../flow.ts';
import { readScope } from '../scope.ts';

/** What the old names of a flow mean now, where that is certain: they are gone, and one step or option claims them. */
export interface Heirs {
  /** Steps by an old id. */
  readonly steps: ReadonlyMap<string, FlowStep>;
  /** The field of the answer that conditions and recalls still call by an old id. */
  readonly fieldOf: (name: string) => string | undefined;
  /** The present key of an option of the question that stores its answer under a field. */
  readonly optionOf: (field: string, key: string) => string | undefined;
}

const nothingMisspelt = { steps: new Set<string>(), options: new Map<string, ReadonlySet<string>>() };

/** Reads every `renamed_from` of a flow. */
export function readHeirs(flow: Flow): Heirs {
  const steps = claims(flow.steps, ({ value }) => value.renamed_from);
  for (const id of [...flow.stepsById.keys(), 'finish']) steps.delete(id);
  const { answers, variables } = readScope(flow, nothingMisspelt);
  return {
    steps,
    fieldOf: (name) => (answers.has(name) || variables.has(name) ? undefined : steps.get(name)?.field),
    optionOf: (field, key) => {
      const step = flow.stepsByField.get(field);
      return step && optionHeirs(step).get(key);
    },
  };
}

/** The present keys of a step's options by the old ones. */
export function optionHeirs({ options }: FlowStep): ReadonlyMap<string, string> {
  const heirs = claims(options, ({ value }) => value.renamed_from);
  for (const { key } of options) heirs.delete(key);
  return new Map([...heirs].map(([old, { key }]) => [old, key]));
}

/** Who claims each old name; nobody where several do. */
function claims<Item>(
  items: readonly Item[],
  namesOf: (item: Item) => string | readonly string[] | undefined,
): Map<string, Item> {
  const heirs = new Map<string, Item>();
  const disputed = new Set<string>();
  for (const item of items) {
    for (const name of new Set([namesOf(item) ?? []].flat() as readonly string[])) {
      if (heirs.has(name)) disputed.add(name);
      heirs.set(name, item);
    }
  }
  for (const name of disputed) heirs.delete(name);
  return heirs;
}
