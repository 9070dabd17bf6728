import { checkAddress } from '../links.ts';
import { parseMarkup } from '../words/markup.ts';
import type { WordsRule } from './rule.ts';

/** Emphasis and links stand where they are shown, links lead where they may, and there is no other Markdown. */
export const markup: WordsRule = function* ({ words, links: list }) {
  for (const { document, texts } of words) {
    for (const { path, parsed, allowsMarks } of texts) {
      const { marks, links, problems } = parseMarkup(parsed.source);
      for (const { start, end, ...problem } of problems) {
        yield { in: document, path, within: { start, end }, code: 'markup_refused', ...problem };
      }
      if (!allowsMarks) {
        for (const within of marks) {
          const message = "This text can't have emphasis or links: visitors would read the signs.";
          const hint =
            'Subtitles, bodies, consents, and the summary, meaning and points of outcomes can. Or write \\ before the sign.';
          yield { in: document, path, within, code: 'markup_not_here', message, hint };
        }
        continue;
      }
      for (const { to, ...within } of links) {
        const problem = checkAddress(to, list);
        if (problem) yield { in: document, path, within, code: 'link_refused', ...problem };
      }
    }
  }
};
