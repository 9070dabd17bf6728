/** What counting needs to know of a step. */
export interface StepOutline {
  readonly id: string;
  /** Whether it may be passed over. */
  readonly canHide: boolean;
  /** The steps that some choice leads to. */
  readonly targets: readonly (string | null)[];
}

export interface Remaining {
  readonly fewest: number;
  readonly most: number;
}

/**
 * For every step the fewest and the most steps that can still be shown after it. Every way leads forward, so one
 * pass from the end knows all that comes later.
 */
export function countRemaining(steps: readonly StepOutline[]): readonly Remaining[] {
  const end: Remaining = { fewest: 0, most: 0 };
  const after: Remaining[] = Array.from({ length: steps.length });
  /** From arriving at a step, the step itself included if it is shown. */
  const arriving = new Map<string | null, Remaining>([[null, end]]);
  let below = end;
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    if (!step) continue;
    const ways = step.targets.map((to) => arriving.get(to) ?? end);
    const own = {
      fewest: ways.reduce((least, way) => Math.min(least, way.fewest), Infinity),
      most: ways.reduce((most, way) => Math.max(most, way.most), 0),
    };
    after[index] = own;
    const shown = { fewest: own.fewest + 1, most: own.most + 1 };
    below = step.canHide
      ? { fewest: Math.min(shown.fewest, below.fewest), most: Math.max(shown.most, below.most) }
      : shown;
    arriving.set(step.id, below);
  }
  return after;
}
