import { dimensionsOf, rankingsOf } from '../scope.ts';
import { matchNames } from '../did-you-mean.ts';
import type { WordsRule } from './rule.ts';

/** A dimension with a label in one locale has one in every locale, and so has one whose points or whose name are shown. */
export const dimensionLabels: WordsRule = function* ({ flow, words }) {
  const known = dimensionsOf(flow);
  const labels = words.map(({ value }) => Object.keys(value.dimensions ?? {}));
  if (labels.flat().some((name) => !known.has(name))) return;
  const shown = Object.values(flow.value.variables ?? {}).flatMap(({ sum, show }) =>
    show !== undefined && sum !== undefined && known.has(sum) ? [sum] : [],
  );
  const recalled = new Set(
    words.flatMap(({ texts }) => texts.flatMap(({ parsed }) => parsed.recalls)).map(({ recall }) => recall),
  );
  const named = rankingsOf(flow).flatMap(({ name, names }) =>
    recalled.has(name) ? names.filter((each) => known.has(each)) : [],
  );
  const all = new Set([...labels.flat(), ...shown, ...named]);
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
        ...(!other && {
          hint: `${shown.includes(name) ? 'Its points are' : 'Its name is'} to be shown: write dimensions: { ${name}: … }.`,
        }),
        ...(other && {
          related: [{ in: other.document, path: ['dimensions', name], note: `The label in ${other.locale}.` }],
        }),
      };
    }
  }
};
