import type { CompiledFunnel } from '../../engine/model.ts';
import type { Figures, Numbers } from './figures.ts';
import type { History } from './history.ts';

/** The funnel that a report is about, as visitors get it now. */
export interface Present {
  readonly funnel: CompiledFunnel;
  readonly history: History;
  /** Of all visits of the period: what is named in it is named for each group. */
  readonly all: Figures;
}

/** What there is now, in its order, and after it what there was: nothing that was counted disappears. */
export function namesOf(present: readonly string[], numbers: Numbers): readonly string[] {
  const counted = [...numbers].flatMap(([name, count]) => (count > 0 ? [name] : []));
  return [...present, ...counted.filter((name) => !present.includes(name)).toSorted()];
}
