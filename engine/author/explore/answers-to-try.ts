import type { Answer, CompiledStep } from '../../model.ts';
import type { Slot, Term, Terms } from '../expression/terms.ts';
import { pointsInOrder } from '../steps/candidate.ts';
import { candidates, questionOf } from '../steps/index.ts';
import { Budget } from '../solve/budget.ts';
import { comparisonsWith, textSource } from './comparisons.ts';
import { rewriter } from './rewrite.ts';
import { partInSlot, slotOf, slotsOf, valueOf } from './slots.ts';
import { adding, dimensionsOn, sumOf, type Replacement } from './sums.ts';
import type { ExplorableFunnel } from './visit-state.ts';

/** So many are tried of a question that has more. */
const most = 40;

/** Answers to a question: all that a condition can tell apart, or where these are many, some from one end to the other. */
export function answersToTry(funnel: ExplorableFunnel, step: CompiledStep, condition: Term): readonly Answer[] {
  const comparisons = comparisonsWith(slotOf(step), [condition]);
  const grid = questionOf(step.type)?.grid?.(step);
  if (grid && !comparisons.isAll) {
    const count = Math.min(grid.last, most);
    return Array.from({ length: count + 1 }, (_, nth) => grid.answerAt(Math.round((nth * grid.last) / count)));
  }
  const dimensions = dimensionsOn(step);
  const tried = candidates({
    step,
    comparisons,
    dimensions,
    asked: new Set(dimensions),
    placed: new Set(slotsOf(step).flatMap((slot) => partInSlot(step, slot) ?? [])),
    texts: textSource(funnel, [{ term: condition }])(comparisons),
  });
  const answers: Answer[] = [];
  for (const { answer } of tried) {
    if (answer !== undefined) answers.push(answer);
    if (answers.length > most) break;
  }
  return answers;
}

/** What is left of a condition once a question has this answer. */
export function conditionAfter(terms: Terms, step: CompiledStep, answer: Answer, condition: Term): Term {
  const replacements = new Map<Slot, Replacement>([
    ...slotsOf(step).map((slot) => [slot, () => terms.known(valueOf(step, answer, partInSlot(step, slot)))] as const),
    ...dimensionsOn(step).map((name) => [sumOf(name), adding(terms, pointsInOrder(step, answer, name))] as const),
  ]);
  return rewriter(terms, replacements, new Budget(Infinity))(condition);
}
