import type { WordsRule } from './rule.ts';

/** Braces in a text make a recall, and stand only where recalls are filled in. */
export const recallSyntax: WordsRule = function* ({ words }) {
  for (const { document, texts, isSound } of words) {
    for (const { path, owner, parsed, allowsRecalls, places } of texts) {
      const place = { in: document, path };
      if (parsed.problem) {
        const { start, end, ...mistake } = parsed.problem;
        if (end === parsed.source.length && owner && !isSound(owner.section, owner.id)) continue; // the text is cut off
        yield { ...place, within: { start, end }, code: 'recall_syntax', ...mistake };
      } else if (!allowsRecalls) {
        for (const { recall, fallback, start, end } of parsed.recalls) {
          if (places?.has(recall) && fallback === undefined) continue;
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
