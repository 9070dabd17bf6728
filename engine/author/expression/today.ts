import type { Expression } from '../../model.ts';

/** What the day of the visit is called. */
export const todayName = 'today';
/** The day of the visit in the tree that runs: a variable that no funnel can have. */
export const todayVariable: Expression = { kind: 'variable', name: todayName };
