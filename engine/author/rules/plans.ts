import { nameOfOffer } from '../../shop/offers.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { FlowRule } from './rule.ts';

/** What a variant offers exists, and no plan twice; one experiment decides about plans. */
export const plans: FlowRule = function* ({ flow, plans: known }) {
  if (!known) return;
  let decides: string | undefined;
  for (const [experiment, { variants = {} }] of Object.entries(flow.value.experiments ?? {})) {
    for (const [variant, value] of Object.entries(variants)) {
      if (typeof value === 'number' || !value.plans) continue;
      const path = ['experiments', experiment, 'variants', variant, 'plans'];
      decides ??= experiment;
      if (decides !== experiment) {
        const message = `The experiment "${decides}" already decides what is offered.`;
        yield { in: flow.document, path, code: 'plan_twice', message, hint: 'Leave plans to one of them.' };
        continue;
      }
      const taken = new Map<string, string>();
      for (const [index, name] of value.plans.entries()) {
        if (name === undefined) continue;
        const place = { in: flow.document, path: [...path, index] };
        const offer = known.find((each) => nameOfOffer(each) === name);
        if (!offer) {
          const names = known.map(nameOfOffer);
          const hint = didYouMean(name, names).hint ?? `content/plans.yaml has ${names.join(', ')}.`;
          yield { ...place, code: 'unknown_plan', message: `There is no plan or offer "${name}".`, hint };
          continue;
        }
        const other = taken.get(offer.id);
        if (other !== undefined) {
          const message = `"${name}" is the plan "${offer.id}", as "${other}" is.`;
          yield { ...place, code: 'plan_twice', message, hint: 'Offer each plan at one price.' };
        }
        taken.set(offer.id, name);
      }
    }
  }
};
