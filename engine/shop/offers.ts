/** What can be bought after a result: experiments may offer other plans, or the same at another price. */

import type { CompiledFunnel, VisitInput } from '../model.ts';

/** A plan at its usual price; one at another price has a name of its own as well (`content/plans.yaml`, `offers`). */
export interface Offered {
  readonly id: string;
  readonly offer?: string;
}

/** What an experiment calls it. */
export function nameOfOffer({ id, offer }: Offered): string {
  return offer ?? id;
}

/**
 * What can be bought after such a visit, of all plans and offers that there are: what the visitor's variant says, as far as
 * it still exists, else every plan at its usual price.
 */
export function offersAfter<Plan extends Offered>(
  all: readonly Plan[],
  funnel?: Pick<CompiledFunnel, 'experiments'>,
  { variants = {} }: Pick<VisitInput, 'variants'> = {},
): readonly Plan[] {
  const shown = funnel?.experiments.flatMap(({ name, variants: known }) => {
    const variant = known.find((each) => each.name === variants[name]);
    return variant?.plans ? [variant.plans] : [];
  })[0];
  const offers = shown?.flatMap((name) => all.find((each) => nameOfOffer(each) === name) ?? []) ?? [];
  return offers.length > 0 ? offers : all.filter(({ offer }) => offer === undefined);
}
