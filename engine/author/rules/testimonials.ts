import { didYouMean } from '../did-you-mean.ts';
import type { FlowRule } from './rule.ts';

/** Info steps show testimonials that exist, in every language of the funnel. */
export const testimonials: FlowRule = function* ({ flow, testimonials: { testimonials: known, complete }, locales }) {
  if (!complete) return;
  for (const { path, value } of flow.steps) {
    for (const [index, id] of (value.testimonials ?? []).entries()) {
      if (id === undefined) continue;
      const place = { in: flow.document, path: [...path, 'testimonials', index] };
      const found = Object.hasOwn(known, id) ? known[id] : undefined;
      if (!found) {
        const hint = didYouMean(id, Object.keys(known)).hint ?? 'They stand in content/testimonials.yaml.';
        yield { ...place, code: 'unknown_testimonial', message: `There is no testimonial "${id}".`, hint };
        continue;
      }
      const missing = locales.filter((locale) => !found.words[locale]);
      if (missing.length === 0) continue;
      yield {
        ...place,
        code: 'text_missing',
        message: `The testimonial "${id}" has no words in ${missing.join(', ')}.`,
        hint: 'Add them to content/testimonials.yaml.',
      };
    }
  }
};
