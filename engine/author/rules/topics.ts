import { didYouMean } from '../did-you-mean.ts';
import type { FlowRule } from './rule.ts';

/** Outcomes speak of topics that exist, in every language of the funnel. */
export const topics: FlowRule = function* ({ flow, topics: catalog, locales }) {
  if (!catalog.complete) return;
  for (const [id, outcome] of Object.entries(flow.value.outcomes ?? {})) {
    for (const [index, topic] of (outcome.topics ?? []).entries()) {
      if (topic === undefined) continue;
      const place = { in: flow.document, path: ['outcomes', id, 'topics', index] };
      const known = Object.hasOwn(catalog.topics, topic) ? catalog.topics[topic] : undefined;
      if (!known) {
        const hint =
          didYouMean(topic, Object.keys(catalog.topics)).hint ?? 'Topics are defined in content/topics.yaml.';
        yield { ...place, code: 'unknown_topic', message: `There is no topic "${topic}".`, hint };
        continue;
      }
      const missing = locales.filter((locale) => !Object.hasOwn(known, locale));
      if (missing.length === 0) continue;
      yield {
        ...place,
        code: 'topic_untranslated',
        message: `The topic "${topic}" has no words in ${missing.join(', ')}.`,
        hint: 'Add them to content/topics.yaml.',
      };
    }
  }
};
