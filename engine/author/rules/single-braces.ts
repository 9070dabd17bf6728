import type { Span } from '../expression/syntax.ts';
import { fieldInAddress } from '../hidden-fields.ts';
import type { Scope } from '../expression/types.ts';
import type { ParsedText } from '../words/words.ts';
import type { WordsRule } from './rule.ts';

/** `{trouble}` is no recall: the visitor would read the braces. */
export const singleBraces: WordsRule = function* ({ scope, words }) {
  for (const { document, texts } of words) {
    for (const { path, parsed, allowsRecalls } of texts) {
      if (parsed.problem) continue;
      for (const { start, end, name } of bracedAnswers(parsed, scope)) {
        const place = { in: document, path, within: { start, end } };
        yield allowsRecalls
          ? { ...place, code: 'recall_syntax', message: 'A recall has two braces.', hint: hintFor(name) }
          : { ...place, code: 'recall_not_here', message: "Answers can't be recalled in this text." };
      }
    }
  }
};

/** Whether a text has the name of an answer in single braces. */
export function hasSingleBraces(text: ParsedText, scope: Scope): boolean {
  return bracedAnswers(text, scope).length > 0;
}

interface BracedName extends Span {
  readonly name: string;
}

function bracedAnswers({ source, recalls }: ParsedText, scope: Scope): readonly BracedName[] {
  if (!source.includes('{')) return [];
  const isPluralForm = (at: number) => recalls.some(({ start, end }) => start <= at && at < end);
  return [...bracedNames(source)].filter(({ start, name }) => isName(name, scope) && !isPluralForm(start));
}

function hintFor(name: string): string {
  return fieldInAddress(name) === undefined ? `Write {{${name}}}` : `Write {{${name}|…}}.`;
}

function isName(name: string, { answers, variables, hiddenFields }: Scope): boolean {
  return answers.has(name) || variables.has(name) || hiddenFields.has(fieldInAddress(name) ?? '');
}

function* bracedNames(text: string): Iterable<BracedName> {
  for (const match of text.matchAll(/(?<!\{)\{\s*((?:query\.)?[A-Za-z]\w*)\s*(?:\|[^{}]*)?\}(?!\})/g)) {
    yield { start: match.index, end: match.index + match[0].length, name: match[1] ?? '' };
  }
}
