import type { Budget } from '../solve/budget.ts';
import type { Slot, SlotTerm, SumTerm, Term, Terms } from '../expression/terms.ts';

/** A term with something that has become known put in. */
export type Rewrite = (term: Term) => Term;

/** What takes the place of the slots that have become known. */
export type Replacements = ReadonlyMap<Slot, (leaf: SlotTerm | SumTerm) => Term>;

/** Puts in what has become known. Each term is rewritten once. */
export function rewriter(terms: Terms, replacements: Replacements, budget: Budget): Rewrite {
  const slots = [...replacements.keys()];
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
      if (open.kind === 'known') return open;
      if (open.kind === 'operation') return terms.operation(open.operator, open.parts.map(rewrite));
      return replacements.get(open.slot)?.(open) ?? open;
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
