import { html, type Html } from '../../emails/html.ts';
import type { StepReport } from '../report.ts';
import type { Paper } from './paper.ts';
import { bar, scrollable, section } from './section.ts';

/** All figures of each step as a table; it also says what the chart above it draws. */
export function renderSteps(paper: Paper): Html {
  const { words, report } = paper;
  const columns = [
    words.steps.shown,
    words.steps.dropOff,
    words.steps.left,
    words.steps.share,
    words.steps.median,
    words.steps.p90,
  ];
  const table = html`<table>
    <caption class="unseen">
      ${words.steps.title}
    </caption>
    <thead>
      <tr>
        <th scope="col">${words.steps.step}</th>
        ${columns.map((title) => html`<th scope="col" class="number">${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${report.all.steps.map((step) => renderStep(step, paper))}
    </tbody>
  </table>`;
  return section('steps', words.steps.title, [
    html`<p class="soft">${words.steps.text}</p>`,
    scrollable('steps', words.steps.title, table),
  ]);
}

function renderStep({ id, shown, left, time }: StepReport, { report, names, numbers }: Paper): Html {
  return html`<tr>
    <th scope="row">${nameWithId(names.step(id), id)}</th>
    <td class="number">${numbers.count(shown)}</td>
    <td class="number">${numbers.share(left, shown)}${bar(left, shown)}</td>
    <td class="number">${numbers.count(left)}</td>
    <td class="number">${numbers.share(shown, report.all.visits)}</td>
    <td class="number">${numbers.time(time?.median)}</td>
    <td class="number">${numbers.time(time?.p90)}</td>
  </tr>`;
}

/** What visitors read, and below it what the author's files call it. */
export function nameWithId(name: string, id: string): Html {
  return name === id ? html`<code>${id}</code>` : html`${name} <code class="id">${id}</code>`;
}
