import { html, type Html } from '../../emails/html.ts';
import type { StepReport } from '../report.ts';
import type { Paper } from './paper.ts';
import { bar, section } from './section.ts';
import { nameWithId } from './steps.ts';

/** What was answered, question by question; nothing where no question has answers to count. */
export function renderAnswers(paper: Paper): Html | readonly Html[] {
  const { words, report } = paper;
  const asked = report.all.steps.filter(({ answers }) => answers !== null && answers.length > 0);
  if (asked.length === 0) return [];
  return section('answers', words.answers.title, [
    html`<p class="soft">${words.answers.text}</p>
      <div class="cards">${asked.map((step) => renderQuestion(step, paper))}</div>`,
  ]);
}

function renderQuestion({ id, shown, answers }: StepReport, { words, names, numbers }: Paper): Html {
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
export function renderShares(shares: readonly Share[], whole: number, numbers: Paper['numbers']): Html {
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
