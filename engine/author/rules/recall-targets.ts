import { didYouMean } from '../did-you-mean.ts';
import type { Finding } from '../finding.ts';
import { fieldInAddress } from '../hidden-fields.ts';
import { hiddenInText, type PlacedRecall, type TextUse, type Words } from '../words/words.ts';
import type { WordsContext, WordsRule } from './rule.ts';

/** A recall names a variable, a hidden field, or an answer that is given before its text is shown. */
export const recallTargets: WordsRule = function* (context) {
  for (const words of context.words) {
    for (const use of words.texts) {
      if (!use.allowsRecalls) continue;
      for (const recall of use.parsed.recalls) {
        const finding = checkRecall(context, words, use, recall);
        if (finding) yield finding;
      }
    }
  }
};

/** What is wrong with a recall, if something is. */
export function checkRecall(
  { flow, scope }: WordsContext,
  words: Words,
  { path, owner }: TextUse,
  { recall, start, end }: PlacedRecall,
): Finding | undefined {
  const place = { in: words.document, path, within: { start, end } };
  const name = fieldInAddress(recall);
  if (name !== undefined) {
    if (scope.hiddenFields.has(name) || !scope.complete) return undefined;
    const message = `There is no hidden field "${name}".`;
    const hint = didYouMean(name, scope.hiddenFields).hint ?? `Add it to the flow: hidden_fields: [${name}].`;
    return { ...place, code: 'recall_unknown', message, hint };
  }
  const asking = flow.stepsByField.get(recall);
  if (!asking) {
    if (!scope.complete || scope.answers.has(recall) || scope.variables.has(recall)) return undefined;
    if (scope.hiddenFields.has(recall)) return { ...place, code: 'recall_unknown', ...hiddenInText(recall) };
    const field = scope.fieldOfStep.get(recall);
    const hint =
      field === undefined
        ? didYouMean(recall, [...scope.answers.keys(), ...scope.variables.keys()]).hint
        : `The answer of step "${recall}" is called ${field}.`;
    const message = `There is no answer or variable called "${recall}".`;
    return { ...place, code: 'recall_unknown', message, ...(hint !== undefined && { hint }) };
  }
  const step = owner?.section === 'steps' ? flow.stepsById.get(owner.id) : undefined;
  if (!step || asking.index < step.index) return undefined;
  const message = asking === step ? `"${recall}" is asked on this very step.` : `"${recall}" is asked only later.`;
  return {
    ...place,
    code: 'recall_too_early',
    message,
    related: [{ in: flow.document, path: [...asking.path, 'id'], note: 'Asked here.' }],
  };
}
