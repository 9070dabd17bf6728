import { fold } from '../../run/fold.ts';
import { literalText } from '../expression/syntax.ts';
import { partsIn } from '../expression-uses.ts';
import { defaultMaxLength } from '../steps/text.ts';
import type { FlowRule } from './rule.ts';

/** More are too many to prove what can be found at once. */
const maxSought = 8;

/** All that is looked for in a text can be in it at once, and isn't too much. */
export const searches: FlowRule = function* ({ writtenOut: flow, expressions }) {
  const soughtIn = new Map<string, Set<string>>();
  for (const { path, parsed } of expressions) {
    for (const part of parsed.syntax ? partsIn(parsed.syntax) : []) {
      if (part.kind !== 'call' || part.name !== 'contains') continue;
      const [answer, sought] = part.arguments;
      const text = sought && literalText(sought);
      if (answer?.kind !== 'name' || text === undefined) continue;
      const step = flow.steps.find(({ field, value }) => field === answer.name && value.type === 'text');
      if (!step) continue;
      const all = soughtIn.get(answer.name) ?? new Set<string>();
      soughtIn.set(answer.name, all);
      if (all.has(fold(text))) continue;
      all.add(fold(text));
      const place = { in: flow.document, path, within: { start: part.start, end: part.end } } as const;
      const longest = step.value.max_length ?? defaultMaxLength;
      if (all.size === maxSought + 1) {
        const message = `More than ${maxSought} words are looked for in "${answer.name}".`;
        yield { ...place, code: 'too_many', message, hint: 'Ask with options, or look for fewer.' };
      } else if (all.size <= maxSought && [...all].join(', ').length > longest) {
        const message = `What is looked for in "${answer.name}" is longer together than its ${longest} characters.`;
        yield { ...place, code: 'wrong_arguments', message, hint: 'Give the step a greater max_length.' };
        soughtIn.set(answer.name, new Set());
      }
    }
  }
};
