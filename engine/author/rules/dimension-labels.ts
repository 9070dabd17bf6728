import { dimensionsOf } from '../scope.ts';
import { matchNames } from '../did-you-mean.ts';
import type { WordsRule } from './rule.ts';

/** A dimension with a label in one locale has one in every locale. */
export const dimensionLabels: WordsRule = function* ({ flow, words }) {
  const known = dimensionsOf(flow);
  const labels = words.map(({ value }) => Object.keys(value.dimensions ?? {}));
  if (labels.flat().some((name) => !known.has(name))) return;
  const all = new Set(labels.flat());
  for (const [index, { document, locale, value, isSound }] of words.entries()) {
    const { missing } = matchNames(all, labels[index] ?? []);
    for (const name of missing) {
      if (!isSound('dimensions', name)) continue;
      const other = words.find((candidate) => Object.hasOwn(candidate.value.dimensions ?? {}, name));
      yield {
        in: document,
        path: value.dimensions ? ['dimensions'] : [],
        target: 'key',
        code: 'dimension_labels',
        message: `The dimension "${name}" has no label in ${locale}.`,
        ...(other && {
          related: [{ in: other.document, path: ['dimensions', name], note: `The label in ${other.locale}.` }],
        }),
      };
    }
  }
};
