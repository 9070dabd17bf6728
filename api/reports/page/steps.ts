import { html, type Html } from '../../platform/html.ts';
import { bar, type ReportContext, scrollable, type Section, section } from './paper.ts';
import type { StepReport } from '../report.ts';

/** All figures of each step as a table; it also says what the chart above it draws. */
export function renderSteps(paper: ReportContext): Section {
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

function renderStep({ id, shown, left, time }: StepReport, { report, names, numbers }: ReportContext): Html {
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
function nameWithId(name: string, id: string): Html {
  return name === id ? html`<code>${id}</code>` : html`${name} <code class="id">${id}</code>`;
}

/** What was answered, question by question; nothing where no question has answers to count. */
export function renderAnswers(paper: ReportContext): Section | readonly Section[] {
  const { words, report } = paper;
  const asked = report.all.steps.filter(({ answers }) => answers !== null && answers.length > 0);
  if (asked.length === 0) return [];
  return section('answers', words.answers.title, [
    html`<p class="soft">${words.answers.text}</p>
      <div class="cards">${asked.map((step) => renderQuestion(step, paper))}</div>`,
  ]);
}

function renderQuestion({ id, shown, answers }: StepReport, { words, names, numbers }: ReportContext): Html {
  const rows = (answers ?? []).map(({ key, visits }) => ({ name: names.answer(id, key), id: key, visits }));
  return html`<div class="card">
    <h3>${nameWithId(names.step(id), id)}</h3>
    <p class="soft">${words.answers.answered(shown, numbers.count(shown))}</p>
    ${renderShares(rows, shown, numbers)}
  </div>`;
}

interface Share {
  readonly name: string;
  readonly id: string;
  readonly visits: number;
}

/** Parts of a whole, each with its figures and a bar. */
function renderShares(shares: readonly Share[], whole: number, numbers: ReportContext['numbers']): Html {
  return html`<ul class="shares">
    ${shares.map(
      ({ name, id, visits }) =>
        html`<li>
          <span class="name">${nameWithId(name, id)}</span>
          <span class="value"><b>${numbers.share(visits, whole)}</b> ${numbers.count(visits)}</span>
          ${bar(visits, whole)}
        </li>`,
    )}
  </ul>`;
}

/** Which outcomes visits came to, and which goals they reached. */
export function renderEnds({ report: { all }, words, names, numbers }: ReportContext): readonly Section[] {
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
