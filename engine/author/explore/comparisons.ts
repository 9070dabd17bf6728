import type { Value } from '../../run/expression.ts';
import type { Slot, Term } from './term.ts';

/** What conditions compare a slot with. */
export interface Comparisons {
  readonly texts: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
  /** Whether that is all they do with it; if not, any two values may be told apart. */
  readonly isAll: boolean;
}

export const notCompared: Comparisons = { texts: new Set(), numbers: new Set(), isAll: true };

/** Looks through conditions for what a slot is compared with. */
export function comparisonsWith(slot: Slot, conditions: readonly Term[]): Comparisons {
  const values = new Set<Value>();
  const seen = new Set<Term>();
  let isAll = true;

  function look(term: Term): void {
    if (term.kind !== 'operation' || !term.slots.has(slot) || seen.has(term)) return;
    seen.add(term);
    const isDirect = term.parts.some((part) => part.kind === 'slot' && part.slot === slot);
    if (isDirect) isAll &&= isSimple(term);
    for (const part of term.parts) {
      if (part.kind === 'known' && isDirect) addValues(part.value, values);
      look(part);
    }
  }

  for (const condition of conditions) look(condition);
  return {
    texts: new Set([...values].filter((value) => typeof value === 'string')),
    numbers: new Set([...values].filter((value) => typeof value === 'number')),
    isAll,
  };
}

/** Whether an operation on a slot sees no more of it than how it compares with known values. */
function isSimple({ operator, parts }: Term & { kind: 'operation' }): boolean {
  switch (operator) {
    case 'and':
    case 'or':
    case 'not':
    case 'count':
    case 'answered':
      return true;
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
      return parts.some(({ kind }) => kind === 'known');
    default:
      return false;
  }
}

function addValues(value: Value, values: Set<Value>): void {
  if (Array.isArray(value)) for (const each of value) addValues(each as Value, values);
  else values.add(value);
}
