import type { Budget } from '../solve/budget.ts';
import type { Value } from '../../run/expression.ts';
import type { Slot, SlotTerm, SumTerm, Term, Terms } from '../expression/terms.ts';

/** A term with something that has become known put in. */
export type Rewrite = (term: Term) => Term;

/** What takes the place of the slots that have become known. */
export type Replacements = ReadonlyMap<Slot, (leaf: SlotTerm | SumTerm) => Term>;

/** Puts in what has become known. Each term is rewritten once. */
export function rewriter(terms: Terms, replacements: Replacements, budget: Budget): Rewrite {
  return rewriterBy({ terms, slots: [...replacements.keys()], budget }, (open) =>
    open.kind === 'slot' || open.kind === 'sum' ? replacements.get(open.slot)?.(open) : undefined,
  );
}

interface ChosenOfGroup {
  readonly slot: Slot;
  readonly group: ReadonlySet<Value>;
  /** Nothing, where the group is left out. */
  readonly chosen: string | undefined;
}

/** Puts in which option of a group is in an answer, and that the others of the group aren't. */
export function groupRewriter(terms: Terms, { slot, group, chosen }: ChosenOfGroup, budget: Budget): Rewrite {
  return rewriterBy({ terms, slots: [slot], budget }, (open) => {
    if (open.kind !== 'operation') return undefined;
    const answer = open.parts.at(-1);
    if (answer?.kind !== 'slot' || answer.slot !== slot) return undefined;
    if (open.operator === 'answered') return chosen === undefined ? undefined : terms.true;
    if (open.operator === 'count')
      return chosen === undefined ? undefined : terms.operation('+', [terms.known(1), open]);
    const [item] = open.parts;
    const isOfGroup = open.operator === 'in' && item?.kind === 'known' && group.has(item.value);
    return isOfGroup ? terms.known(item.value === chosen) : undefined;
  });
}

function rewriterBy(
  { terms, slots, budget }: { readonly terms: Terms; readonly slots: readonly Slot[]; readonly budget: Budget },
  replace: (open: Term) => Term | undefined,
): Rewrite {
  const done = new Map<Term, Term>();
  return function rewrite(term: Term): Term {
    if (!slots.some((slot) => term.slots.has(slot))) return term;
    const known = done.get(term);
    if (known) return known;
    const rewritten = rewriteOpen(term);
    done.set(term, rewritten);
    return rewritten;

    function rewriteOpen(open: Term): Term {
      budget.spend((4 + open.slots.size) / 8); // each operation copies the names of what it depends on
      const replaced = replace(open);
      if (replaced) return replaced;
      return open.kind === 'operation' ? terms.operation(open.operator, open.parts.map(rewrite)) : open;
    }
  };
}

/**
 * The value for what is asked at this place of a visit: questions not yet answered are missing, sums are as they are. Those
 * that the caller adds up stay open.
 */
export function settler(terms: Terms, apart?: ReadonlySet<Slot>): Rewrite {
  const done = new Map<Term, Term>();
  return function settle(term: Term): Term {
    const known = done.get(term);
    if (known) return known;
    const settled = settleOnce(term);
    done.set(term, settled);
    return settled;

    function settleOnce(open: Term): Term {
      if (open.kind === 'sum') return apart?.has(open.slot) ? open : terms.known(open.total);
      if (open.kind === 'slot') return open.slot.startsWith('answer ') ? terms.missing : open;
      return open.kind === 'operation' ? terms.operation(open.operator, open.parts.map(settle)) : open;
    }
  };
}
