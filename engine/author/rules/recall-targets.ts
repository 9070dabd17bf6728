import { didYouMean } from '../did-you-mean.ts';
import { type Finding, listed } from '../finding.ts';
import { eachName, hasEach } from '../for-each.ts';
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
  { flow, writtenOut, scope }: WordsContext,
  words: Words,
  { path, owner }: TextUse,
  { recall, fallback, format, start, end }: PlacedRecall,
): Finding | undefined {
  const place = { in: words.document, path, within: { start, end } };
  if (recall === eachName && hasEach(flow, path)) {
    if (fallback === undefined && !format) return undefined;
    const message = '{{each}} is the words of an option, and always there: nothing is written after it.';
    return { ...place, code: 'recall_syntax', message, hint: 'Write {{each}}.' };
  }
  const name = fieldInAddress(recall);
  if (name !== undefined) {
    if (scope.hiddenFields.has(name) || !scope.complete) return undefined;
    const message = `There is no hidden field "${name}".`;
    const hint = didYouMean(name, scope.hiddenFields).hint ?? `Add it to the flow: hidden_fields: [${name}].`;
    return { ...place, code: 'recall_unknown', message, hint };
  }
  const asking = writtenOut.stepsByField.get(recall);
  if (!asking) {
    if (!scope.complete || scope.answers.has(recall) || scope.variables.has(recall)) return undefined;
    if (scope.hiddenFields.has(recall)) return { ...place, code: 'recall_unknown', ...hiddenInText(recall) };
    if (recall === eachName) return { ...place, code: 'recall_unknown', ...eachElsewhere };
    const hint = hintFor(recall, scope);
    const message = `There is no answer or variable called "${recall}".`;
    return { ...place, code: 'recall_unknown', message, ...(hint !== undefined && { hint }) };
  }
  const step = owner?.section === 'steps' ? writtenOut.stepsById.get(owner.id) : undefined;
  if (!step || asking.index < step.index) return undefined;
  const message = asking === step ? `"${recall}" is asked on this very step.` : `"${recall}" is asked only later.`;
  return {
    ...place,
    code: 'recall_too_early',
    message,
    related: [{ in: flow.document, path: [...asking.path, 'id'], note: 'Asked here.' }],
  };
}

const eachElsewhere = {
  message: '{{each}} is an option only in the words of a step with for_each.',
  hint: 'Name the answer that is meant.',
};

function hintFor(recall: string, { answers, variables, fieldOfStep, fieldsOfEach }: WordsContext['scope']) {
  const each = fieldsOfEach.get(recall);
  if (each) return `Its answers are called ${listed(each)}.`;
  const field = fieldOfStep.get(recall);
  if (field !== undefined) return `The answer of step "${recall}" is called ${field}.`;
  return didYouMean(recall, [...answers.keys(), ...variables.keys()]).hint;
}
