import type { BinaryOperator, FunctionName } from '../../model.ts';
import type { Value } from '../../run/expression.ts';

/** The name of something that a visit decides: `answer hours`, `variant proof`, `query source`, `sum score`. */
export type Slot = `${'answer' | 'variant' | 'query' | 'sum'} ${string}`;

/** `has` is written as `in`, its sides exchanged. */
export type Operator = Exclude<BinaryOperator, 'has'> | 'not' | 'negate' | 'list' | FunctionName;

/**
 * An expression of which some is known. Made by `Terms`, which makes each only once: terms that are written alike are the
 * same object.
 */
export type Term = KnownTerm | SlotTerm | SumTerm | OperationTerm;

interface TermBasis {
  readonly id: number;
  /** What it still depends on. */
  readonly slots: ReadonlySet<Slot>;
}
export interface KnownTerm extends TermBasis {
  readonly kind: 'known';
  readonly value: Value;
}
export interface SlotTerm extends TermBasis {
  readonly kind: 'slot';
  readonly slot: Slot;
}
/** The points so far, and those that are still to come. */
export interface SumTerm extends TermBasis {
  readonly kind: 'sum';
  readonly slot: Slot;
  readonly total: number;
}
export interface OperationTerm extends TermBasis {
  readonly kind: 'operation';
  readonly operator: Operator;
  readonly parts: readonly Term[];
}

/** Whether something is known since before the first step. */
export function isGiven(slot: Slot): boolean {
  return slot.startsWith('variant ') || slot.startsWith('query ');
}
