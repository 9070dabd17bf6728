import type { Answer } from '../../model.ts';
import type { ExampleVisit, Path } from '../../problem.ts';

/** What visitors in the middle would lose by an edit, and what the author can do about it. */
export interface Loss {
  /** In the new flow; the first of these places that it has. */
  readonly places: readonly Path[];
  readonly message: string;
  readonly hint: string;
  /** A visit of the old version that loses. */
  readonly example?: ExampleVisit;
}

/** A loss, and an answer that is lost. */
export type LossOfAnswer = Loss & { readonly answer: Answer };

/** The way out for whoever means it. */
export const beginAnew = 'let everybody begin anew: "restart: true"';
