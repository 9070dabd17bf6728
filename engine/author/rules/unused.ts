import type { Finding } from '../finding.ts';
import { partsIn } from '../expression-uses.ts';
import type { ExpressionSyntax } from '../expression/syntax.ts';
import { fieldsShown, hiddenFieldsOf } from '../hidden-fields.ts';
import type { WordsRule } from './rule.ts';

/** Every variable and hidden field is read by something, and every experiment changes something. */
export const unused: WordsRule = function* ({ flow, words, expressions }) {
  const { variables = {}, experiments = {} } = flow.value;
  if (flow.broken.length > 0 || expressions.some(({ parsed }) => parsed.problem)) return; // what is broken may read them
  const read = new Set<string>();
  for (const { path, parsed } of expressions) {
    for (const part of parsed.syntax ? partsIn(parsed.syntax) : []) {
      const name = nameOf(part);
      if (name !== undefined && !(path[0] === 'variables' && path[1] === name)) read.add(name);
    }
  }
  for (const { texts, variantTexts } of words) {
    for (const { parsed } of texts) for (const { recall } of parsed.recalls) read.add(recall);
    for (const { experiment } of variantTexts) read.add(`variant.${experiment}`);
  }
  const place = (section: string, name: string): Omit<Finding, 'message'> => ({
    in: flow.document,
    path: [section, name],
    target: 'key',
    code: 'unused',
  });
  for (const [name, { show }] of Object.entries(variables)) {
    if (read.has(name) || show !== undefined) continue;
    yield {
      ...place('variables', name),
      message: `Nothing reads the variable "${name}".`,
      hint: 'Use it, or remove it.',
    };
  }
  for (const [name, { variants = {} }] of Object.entries(experiments)) {
    const offers = Object.values(variants).some(
      (variant) => typeof variant === 'object' && variant.plans !== undefined,
    );
    if (offers || read.has(`variant.${name}`)) continue;
    yield {
      ...place('experiments', name),
      message: `The variants of the experiment "${name}" are all the same: no condition and no text names variant.${name}.`,
      hint: `Write a condition such as show_if: variant.${name} == "${Object.keys(variants).at(-1)}", or a text such as title: { variant.${name}: { … } }, or remove it.`,
    };
  }
  // A lead says where its visitor came from.
  const isSent = flow.steps.some(({ value }) => value.lead !== undefined && value.lead !== false);
  const shown = fieldsShown(flow, words);
  for (const { name, isPersonal, path, target } of isSent ? [] : hiddenFieldsOf(flow)) {
    if (isPersonal || shown.has(name) || read.has(`query.${name}`)) continue; // a personal one is kept from others
    yield {
      in: flow.document,
      path,
      target,
      code: 'unused',
      message: `No condition, text or field reads the hidden field "${name}".`,
      hint: `Write a condition such as show_if: query.${name} == "…", or a text with {{query.${name}|…}}, or remove it.`,
    };
  }
};

/** A name in an expression; that of an experiment with `variant.` before it. */
function nameOf(part: ExpressionSyntax): string | undefined {
  if (part.kind === 'member') return `${part.object}.${part.property}`;
  return part.kind === 'name' ? part.name : undefined;
}
