import { didYouMean } from '../did-you-mean.ts';
import type { Findings } from '../finding.ts';
import type { Path, ProblemCode } from '../../problem.ts';
import type { FlowContext, FlowRule } from './rule.ts';

/** Outcomes speak of topics that exist, in every language of the funnel. */
export const topics: FlowRule = function* (context) {
  const { topics: known, complete } = context.topics;
  if (!complete) return;
  for (const [id, outcome] of Object.entries(context.flow.value.outcomes ?? {}))
    yield* namesInCatalog(context, ['outcomes', id, 'topics'], outcome.topics ?? [], {
      what: 'topic',
      known,
      isIn: (topic, locale) => Object.hasOwn(known[topic]!, locale),
      file: 'content/topics.yaml',
      unknown: 'unknown_topic',
      untranslated: 'topic_untranslated',
    });
};

/** Info steps show testimonials that exist, in every language of the funnel. */
export const testimonials: FlowRule = function* (context) {
  const { testimonials: known, complete } = context.testimonials;
  if (!complete) return;
  for (const { path, value } of context.flow.steps)
    yield* namesInCatalog(context, [...path, 'testimonials'], value.testimonials ?? [], {
      what: 'testimonial',
      known,
      isIn: (id, locale) => known[id]!.words[locale] !== undefined,
      file: 'content/testimonials.yaml',
      unknown: 'unknown_testimonial',
      untranslated: 'text_missing',
    });
};

interface Catalog {
  readonly what: string;
  readonly known: object;
  readonly isIn: (name: string, locale: string) => boolean;
  readonly file: string;
  readonly unknown: ProblemCode;
  readonly untranslated: ProblemCode;
}

function* namesInCatalog(
  { flow, locales }: FlowContext,
  list: Path,
  names: readonly (string | undefined)[],
  { what, known, isIn, file, unknown, untranslated }: Catalog,
): Findings {
  for (const [index, name] of names.entries()) {
    if (name === undefined) continue;
    const place = { in: flow.document, path: [...list, index] };
    if (!Object.hasOwn(known, name)) {
      const hint = didYouMean(name, Object.keys(known)).hint ?? `${file} has none of this name.`;
      yield { ...place, code: unknown, message: `There is no ${what} "${name}".`, hint };
      continue;
    }
    const missing = locales.filter((locale) => !isIn(name, locale));
    if (missing.length === 0) continue;
    const message = `The ${what} "${name}" has no words in ${missing.join(', ')}.`;
    yield { ...place, code: untranslated, message, hint: `Add them to ${file}.` };
  }
}
