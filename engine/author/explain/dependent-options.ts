import type { Finding, Findings } from '../finding.ts';
import { questionOf } from '../steps/index.ts';
import type { NeverTrue, ProofContext } from './proof-context.ts';

/** Questions that offer some visitors too few options. */
export function* offersTooFew(context: ProofContext): Findings {
  const { flow, funnel, proof } = context;
  for (const { step: id, visit } of proof.bare) {
    const step = funnel.steps.find((each) => each.id === id)!;
    const fewest = questionOf(step.type)?.fewest?.(step) ?? 1;
    const offered = fewest > 1 ? `fewer options than the ${fewest} that have to be chosen` : 'no option';
    yield {
      in: flow.document,
      path: [...context.step(id).path, 'options'],
      target: 'key',
      code: 'nothing_to_choose',
      message: `Some visitors who come here are offered ${offered}.`,
      hint: `Leave one option without show_if, or give "${id}" a show_if, so that they aren't asked.`,
      counterexample: visit,
    };
  }
}

/** Options that are offered to no visitor. */
export function* optionsUnreachable(context: ProofContext): Iterable<Finding | NeverTrue> {
  const { flow, funnel, proof } = context;
  for (const { step, option } of proof.unofferedOptions) {
    const condition = funnel.steps.find(({ id }) => id === step)!.offeredIf![option]!;
    const path = context.pathOf({ kind: 'option', step, option });
    if (context.isExplained(condition, path)) continue;
    yield {
      in: flow.document,
      path,
      code: 'option_unreachable',
      message: `No visitor is offered "${option}": this is true for none of those who come here.`,
      hint: 'Correct the condition, or remove the option and its words.',
      never: { condition, result: `no visitor is offered "${option}"` },
    };
  }
}
