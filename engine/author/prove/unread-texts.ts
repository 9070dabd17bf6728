import type { CompiledFunnel } from '../../model.ts';
import { Budget } from '../solve/budget.ts';
import { Asks, termsOf, type TextBranch } from './asks.ts';
import { defaultLimit } from './prove-funnel.ts';
import { Search, unlessTooMany } from './search.ts';
import type { RecallUse } from './verdicts.ts';

/**
 * Of the variables that these texts recall, the branches whose text no visitor reads; nothing is known where visits are
 * too many.
 */
export function findUnreadTexts(
  funnel: CompiledFunnel,
  recalls: readonly RecallUse[],
): readonly TextBranch[] | undefined {
  const input = termsOf(funnel);
  const points = [...new Asks(input).texts(recalls)];
  const search = new Search(input, new Budget(defaultLimit));
  const holding = unlessTooMany(
    () => search.analyse({ points }).holding,
    () => undefined,
  );
  if (!holding) return undefined;
  const read = new Set(points.filter((_, number) => holding.has(number)).map(keyOf));
  const asked = new Map(points.map((point) => [keyOf(point), point]));
  return [...asked].filter(([key]) => !read.has(key)).map(([, { variable, branch }]) => ({ variable, branch }));
}

function keyOf({ variable, branch }: TextBranch): string {
  return `${variable} ${branch}`;
}
