import { eachName, hasEach } from '../for-each.ts';
import { checkRecall } from './recall-targets.ts';
import type { WordsRule } from './rule.ts';

/** Braces in a text make a recall, and stand only where recalls are filled in. */
export const recallSyntax: WordsRule = function* (context) {
  for (const locale of context.words) {
    const { document, texts, isSound } = locale;
    for (const use of texts) {
      const { path, owner, parsed, allowsRecalls, places } = use;
      const place = { in: document, path };
      if (parsed.problem) {
        const { start, end, ...mistake } = parsed.problem;
        if (end === parsed.source.length && owner && !isSound(owner.section, owner.id)) continue; // the text is cut off
        yield { ...place, within: { start, end }, code: 'recall_syntax', ...mistake };
      } else if (!allowsRecalls) {
        for (const placed of parsed.recalls) {
          const { recall, fallback, start, end } = placed;
          if (places?.has(recall) && fallback === undefined) continue;
          if (recall === eachName && hasEach(context.flow, path)) {
            const mistake = checkRecall(context, locale, use, placed);
            if (mistake) yield mistake;
            continue;
          }
          const message = "Answers can't be recalled in this text.";
          const hint = places
            ? `It can have ${[...places].map((name) => `{{${name}}}`).join(', ')}.`
            : 'They can in titles, subtitles, bodies, buttons, lines, charts, timers and the texts of outcomes.';
          yield { ...place, within: { start, end }, code: 'recall_not_here', message, hint };
        }
      }
    }
  }
};
