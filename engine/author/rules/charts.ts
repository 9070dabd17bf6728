import { labelsOf } from '../steps/chart.ts';
import type { FlowRule, WordsRule } from './rule.ts';
import { readingsOf } from '../variant-texts.ts';
import { checkFormat } from './variables.ts';

/** The format of each chart says one thing that its values are. */
export const chartFormats: FlowRule = function* ({ flow }) {
  for (const { path, sound, value } of flow.steps) {
    if (!sound || !value.chart?.format) continue;
    for (const finding of checkFormat([...path, 'chart', 'format'], value.chart.format))
      yield { in: flow.document, ...finding };
  }
};

/** Each value of a chart, or each band of a gauge, has its label in every locale, and there are no others. */
export const chartLabels: WordsRule = function* ({ flow, words }) {
  for (const { id, path, sound, value } of flow.steps) {
    if (!sound || id === undefined || !value.chart) continue;
    const wanted = labelsOf(value.chart);
    for (const { document, locale, value: texts, variantTexts, isSound } of words) {
      for (const reading of readingsOf(texts, variantTexts)) {
        const labels = reading.value.steps?.[id]?.labels;
        const place = reading.placeOf(['steps', id, 'labels']);
        if (!labels || !place || wanted === undefined || !isSound('steps', id) || labels.length === wanted) continue;
        const what = value.chart.gauge === undefined ? 'values' : 'bands';
        yield {
          in: document,
          path: place.path,
          target: 'key',
          code: labels.length < wanted ? 'text_missing' : 'text_for_nothing',
          message: `The chart of "${id}" has ${wanted} ${what}, and ${labels.length} ${labels.length === 1 ? 'label' : 'labels'} in ${locale}.`,
          hint: 'Write one label for each, in the same order.',
          related: [{ in: flow.document, path: [...path, 'chart'], target: 'key', note: 'The chart.' }],
        };
      }
    }
  }
};
