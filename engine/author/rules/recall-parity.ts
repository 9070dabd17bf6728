import type { Path } from '../../problem.ts';
import { eachName, hasEach } from '../for-each.ts';
import type { Finding } from '../finding.ts';
import type { TextUse, Words } from '../words/words.ts';
import { hasSingleBraces } from './single-braces.ts';
import { checkRecall } from './recall-targets.ts';
import type { WordsContext, WordsRule } from './rule.ts';

/** A step's or an outcome's texts recall the same answers in every locale. */
export const recallParity: WordsRule = function* (context) {
  const [first, ...others] = context.words;
  if (!first || first.locale !== context.flow.value.locales?.[0]) return;
  const expected = recallsByOwner(context, first);
  for (const words of others) {
    const given = recallsByOwner(context, words);
    for (const [owner, wanted] of expected) yield* compare(first, words, wanted, given.get(owner));
  }
};

interface OwnerRecalls {
  readonly texts: readonly TextUse[];
  /** The first text and place of each recall; nothing if one of them is a mistake already reported. */
  readonly recalls:
    ReadonlyMap<string, { readonly path: Path; readonly start: number; readonly end: number }> | undefined;
}

function recallsByOwner(context: WordsContext, words: Words): ReadonlyMap<string, OwnerRecalls> {
  const texts = new Map<string, TextUse[]>();
  for (const use of words.texts) {
    if (!use.owner || !words.isSound(use.owner.section, use.owner.id)) continue;
    if (use.owner.section === 'steps' && !context.flow.stepsById.has(use.owner.id)) continue;
    const key = `${use.owner.section}/${use.owner.id}`;
    const known = texts.get(key);
    if (known) known.push(use);
    else texts.set(key, [use]);
  }
  return new Map([...texts].map(([key, uses]) => [key, { texts: uses, recalls: collect(context, words, uses) }]));
}

function collect(context: WordsContext, words: Words, texts: readonly TextUse[]): OwnerRecalls['recalls'] {
  const recalls = new Map<string, { path: Path; start: number; end: number }>();
  for (const use of texts) {
    const { path, parsed } = use;
    if (parsed.problem || hasSingleBraces(parsed, context.scope)) return undefined;
    for (const placed of parsed.recalls) {
      const { recall, start, end } = placed;
      if (checkRecall(context, words, use, placed)) return undefined;
      if (recall === eachName && hasEach(context.flow, path)) continue; // each locale says it where it fits
      if (!recalls.has(recall)) recalls.set(recall, { path, start, end });
    }
  }
  return recalls;
}

function* compare(
  first: Words,
  words: Words,
  wanted: OwnerRecalls,
  given: OwnerRecalls | undefined,
): Iterable<Finding> {
  if (!wanted.recalls || !given?.recalls) return;
  for (const [field, { path }] of wanted.recalls) {
    if (given.recalls.has(field)) continue;
    const same = given.texts.find((use) => use.path.join('/') === path.join('/'));
    yield {
      in: words.document,
      path: same?.path ?? path.slice(0, 2),
      target: same ? 'value' : 'key',
      code: 'recall_differs',
      message: `{{${field}}} is recalled in ${first.locale}, but not in ${words.locale}.`,
      related: [{ in: first.document, path, note: `The text in ${first.locale}.` }],
    };
  }
  for (const [field, { path, start, end }] of given.recalls) {
    if (wanted.recalls.has(field)) continue;
    yield {
      in: words.document,
      path,
      within: { start, end },
      code: 'recall_differs',
      message: `{{${field}}} is recalled in ${words.locale}, but not in ${first.locale}.`,
      related: [{ in: first.document, path: path.slice(0, 2), target: 'key', note: `The words in ${first.locale}.` }],
    };
  }
}
