import { didYouMean, matchNames } from '../did-you-mean.ts';
import { type FunnelDocument, locate } from '../document.ts';
import type { Finding } from '../finding.ts';
import type { Path } from '../../problem.ts';
import { keyOfExperiment, type VariantTexts } from '../variant-texts.ts';
import type { Words } from '../words/words.ts';
import type { WordsContext, WordsRule } from './rule.ts';

/** A text by variant names an experiment and has a text for each of its variants, in every locale. */
export const variantTexts: WordsRule = function* (context) {
  for (const words of context.words) {
    for (const texts of words.variantTexts) yield* checkVariants(context, words, texts);
  }
  yield* whereOneForAll(context);
};

function* checkVariants({ flow, scope }: WordsContext, words: Words, texts: VariantTexts): Iterable<Finding> {
  const { experiment } = texts;
  const path = [...texts.path, keyOfExperiment(experiment)];
  const place = { in: words.document, path, target: 'key' as const };
  if (!scope.experiments.has(experiment)) {
    if (!scope.complete) return;
    const message = `There is no experiment "${experiment}".`;
    yield { ...place, code: 'unknown_experiment', message, ...didYouMean(experiment, scope.experiments.keys()) };
    return;
  }
  const wanted = scope.experiments.get(experiment);
  if (!wanted || !isSound(words, path)) return;
  const related = [
    { in: flow.document, path: ['experiments', experiment], target: 'key' as const, note: 'The experiment.' },
  ];
  const { extra, missing } = matchNames([...wanted], Object.keys(texts.texts));
  for (const { name, meant } of extra) {
    yield {
      ...place,
      path: [...path, name],
      code: 'unknown_variant',
      message: `The experiment "${experiment}" has no variant "${name}".`,
      hint: meant === undefined ? `Its variants are ${[...wanted].join(' and ')}.` : `Did you mean "${meant}"?`,
      related,
    };
  }
  for (const name of missing) {
    const message = `The variant "${name}" has no text here in ${words.locale}.`;
    yield { ...place, code: 'text_missing', message, hint: `Add ${name}: below.`, related };
  }
}

/** What depends on the variant in one locale does so in all: otherwise nobody is compared in the others. */
function* whereOneForAll({ words: all, scope: { experiments } }: WordsContext): Iterable<Finding> {
  const first = new Map<string, { readonly words: Words; readonly texts: VariantTexts }>();
  for (const words of all) {
    for (const texts of words.variantTexts) {
      const key = nameOf(texts.path);
      if (experiments.has(texts.experiment) && !first.has(key)) first.set(key, { words, texts });
    }
  }
  for (const words of all) {
    const own = new Map(words.variantTexts.map(({ path, experiment }) => [nameOf(path), experiment]));
    for (const [key, other] of first) {
      const { path, experiment } = other.texts;
      const present = own.get(key) ?? '';
      const isReported = own.has(key) && !experiments.has(present);
      if (present === experiment || isReported || !isSound(words, path)) continue;
      yield {
        in: words.document,
        path: presentPart(words.document, path),
        target: 'key',
        code: 'text_missing',
        message: `${key} has a text for each variant of "${experiment}" in ${other.words.locale}, but not in ${words.locale}.`,
        hint: `Write ${keyOfExperiment(experiment)}: { ${Object.keys(other.texts.texts).join(': …, ')}: … } here too.`,
        related: [{ in: other.words.document, path, target: 'key', note: `The texts in ${other.words.locale}.` }],
      };
    }
  }
}

function isSound({ isSound: isWhole, value }: Words, [section, id]: Path): boolean {
  if (section !== 'steps' && section !== 'outcomes') return true;
  return isWhole(section, String(id)) && Object.hasOwn(value[section] ?? {}, String(id));
}

/** The text's name for people: an option may be no more than its label. */
function nameOf(path: Path): string {
  return [...path, ...(path[2] === 'options' && path.length === 4 ? ['label'] : [])].join('.');
}

/** The longest beginning of a path that is there. */
function presentPart(document: FunnelDocument, path: Path): Path {
  let length = path.length;
  while (length > 1 && !locate(document, path.slice(0, length)).found) length -= 1;
  return path.slice(0, length);
}
