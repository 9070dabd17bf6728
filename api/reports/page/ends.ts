import { html, type Html } from '../../emails/html.ts';
import { renderShares } from './answers.ts';
import type { Paper } from './paper.ts';
import { section } from './section.ts';

/** Which outcomes visits came to, and which goals they reached. */
export function renderEnds({ report: { all }, words, names, numbers }: Paper): readonly Html[] {
  const outcomes = all.outcomes.map(({ id, visits }) => ({ name: names.outcome(id), id, visits }));
  const goals = all.goals.map(({ name, visits }) => ({ name, id: name, visits }));
  const parts = [
    { id: 'outcomes', ...words.outcomes, rows: outcomes, whole: all.finished },
    { id: 'goals', ...words.goals, rows: goals, whole: all.visits },
  ];
  return parts
    .filter(({ rows }) => rows.length > 0)
    .map(({ id, title, text, rows, whole }) =>
      section(id, title, [
        html`<p class="soft">${text}</p>
          <div class="card">${renderShares(rows, whole, numbers)}</div>`,
      ]),
    );
}
