import { locate } from '../document.ts';
import { eachName } from '../for-each.ts';
import type { Finding } from '../finding.ts';
import type { FlowStep } from '../flow.ts';
import type { Words } from '../words/words.ts';
import { checkRecall } from './recall-targets.ts';
import { hasSingleBraces } from './single-braces.ts';
import type { WordsContext, WordsRule } from './rule.ts';

/** How an option is recalled is said in every locale or in none, and some text recalls it. */
export const recallPhrases: WordsRule = function* (context) {
  const { flow, words } = context;
  const recalled = recalledFields(context);
  for (const step of flow.steps) {
    const { id, sound } = step;
    if (!sound || id === undefined) continue;
    const phrased = step.options.filter(({ key }) => words.some((locale) => hasPhrase(locale, id, key)));
    for (const { key } of phrased) yield* whereMissing(words, id, key);
    const [first] = phrased;
    const fields = step.id === undefined ? undefined : context.scope.fieldsOfEach.get(step.id);
    const isRecalled = (fields ?? [step.field]).some((field) => recalled?.has(field));
    if (first && recalled && !isRecalled) yield* whereUnread(words, step, first.key);
  }
};

function optionIn({ value }: Words, id: string, key: string) {
  const options = Object.hasOwn(value.steps ?? {}, id) ? value.steps?.[id]?.options : undefined;
  return options && Object.hasOwn(options, key) ? options[key] : undefined;
}

function hasPhrase(words: Words, id: string, key: string): boolean {
  const option = optionIn(words, id, key);
  return typeof option === 'object' && option.recall !== undefined;
}

function* whereMissing(words: readonly Words[], id: string, key: string): Iterable<Finding> {
  const path = ['steps', id, 'options', key];
  const other = words.find((locale) => hasPhrase(locale, id, key))!;
  for (const locale of words) {
    if (optionIn(locale, id, key) === undefined || hasPhrase(locale, id, key) || !locale.isSound('steps', id)) continue;
    yield {
      in: locale.document,
      path,
      target: 'key',
      code: 'text_missing',
      message: `The option "${key}" says how it is recalled in ${other.locale}, but not in ${locale.locale}.`,
      hint: `Write it as { label: …, recall: … }, or remove recall: in ${other.locale}.`,
      related: [{ in: other.document, path: [...path, 'recall'], note: `In ${other.locale}.` }],
    };
  }
}

function* whereUnread(words: readonly Words[], { id, field }: FlowStep, key: string): Iterable<Finding> {
  const { document } = words.find((locale) => hasPhrase(locale, id!, key))!;
  const path = ['steps', id!, 'options', key, 'recall'];
  const { anchored, uses } = locate(document, path);
  if (anchored || uses.length > 0) return; // of options that steps share, a text may recall another step
  yield {
    in: document,
    path,
    target: 'key',
    code: 'unused',
    message: `No text recalls the answer to "${id}", so nobody reads how its options are recalled.`,
    hint: `Recall it in a text, {{${field}}}, or remove recall: from its options.`,
  };
}

/** Every field that a text recalls; nothing where a text is broken, for it may be the one. */
function recalledFields(context: WordsContext): ReadonlySet<string | undefined> | undefined {
  const { flow } = context;
  const recalled = new Set<string | undefined>();
  for (const words of context.words) {
    for (const section of ['steps', 'outcomes'] as const)
      if (!Object.keys(words.value[section] ?? {}).every((id) => words.isSound(section, id))) return undefined;
    for (const use of words.texts) {
      const { problem, recalls } = use.parsed;
      if (problem || hasSingleBraces(use.parsed, context.scope)) return undefined;
      for (const placed of recalls) {
        if (use.allowsRecalls && checkRecall(context, words, use, placed)) return undefined;
        recalled.add(placed.recall);
        if (placed.recall === eachName) recalled.add(flow.stepsById.get(String(use.path[1]))?.value.for_each);
      }
    }
  }
  return recalled;
}
