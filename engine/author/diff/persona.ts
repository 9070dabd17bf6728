import type { Answer, VisitInput } from '../../model.ts';

/** Somebody who knows what they will answer. */
export interface Persona {
  readonly input: VisitInput;
  /** By index of the step; `undefined` is to leave it without an answer. What isn't in it is answered anyhow. */
  readonly answers: ReadonlyMap<number, Answer | undefined>;
}
