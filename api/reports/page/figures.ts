import { html, type Html } from '../../emails/html.ts';
import type { Paper } from './paper.ts';
import { section } from './section.ts';

/** The figures that everybody asks for first. */
export function renderFigures({ report: { all }, words: { figures: words }, numbers }: Paper): Html {
  const ofVisits = (visits: number) => words.ofVisits(numbers.share(visits, all.visits));
  const returned = numbers.returned(all.revenue);
  const figures: readonly (readonly [name: string, value: string, note: string])[] = [
    [words.visitors, numbers.count(all.visitors), words.visits(all.visits, numbers.count(all.visits))],
    [words.finished, numbers.count(all.finished), ofVisits(all.finished)],
    [words.signUps, numbers.count(all.signUps), ofVisits(all.signUps)],
    [words.purchases, numbers.count(all.purchases), ofVisits(all.purchases)],
    [words.revenue, numbers.revenue(all.revenue), returned === null ? words.noReturns : words.returned(returned)],
  ];
  return section(
    'figures',
    words.title,
    html`<dl class="key-figures">
      ${figures.map(
        ([name, value, note]) =>
          html`<div class="figure">
            <dt>${name}</dt>
            <dd class="value">${value}</dd>
            <dd class="note">${note}</dd>
          </div>`,
      )}
    </dl>`,
  );
}
