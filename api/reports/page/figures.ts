import { html, type Html } from '../../platform/html.ts';
import { restGroup, unknownGroup } from '../counts.ts';
import { bar, type ReportContext, scrollable, type Section, section } from './paper.ts';
import type { Report } from '../report.ts';

/** The figures that readers want first. */
export function renderFigures({ report: { all }, words: { figures: words }, numbers }: ReportContext): Section {
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

/** How many leads were left on each version; nothing where the quiz asks for none. */
export function renderLeads({ report: { leads, version: present }, words: { leads: words }, numbers }: ReportContext) {
  if (leads.length === 0) return [];
  const table = html`<table>
    <caption class="unseen">
      ${words.title}
    </caption>
    <thead>
      <tr>
        <th scope="col">${words.version}</th>
        <th scope="col" class="number">${words.title}</th>
      </tr>
    </thead>
    <tbody>
      ${leads.map(
        ({ version, leads }) =>
          html`<tr>
            <th scope="row"><code>${version}</code>${version === present ? ` ${words.now}` : ''}</th>
            <td class="number">${numbers.count(leads)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
  return section('leads', words.title, [
    html`<p class="soft">${words.text}</p>`,
    scrollable('leads', words.title, table),
  ]);
}

/** The groups side by side, and last all visits together; nothing where no groups are asked for. */
export function renderGroups(paper: ReportContext): Section | readonly Section[] {
  const { words, report } = paper;
  if (report.by === null) return [];
  const { days, figures, groups } = words;
  const columns = [days.visitors, days.visits, groups.finishRate, days.signUps, days.purchases, figures.revenue];
  const title = groups.title[report.by];
  const table = html`<table>
    <caption class="unseen">
      ${title}
    </caption>
    <thead>
      <tr>
        <th scope="col">${groups.group[report.by]}</th>
        ${columns.map((column) => html`<th scope="col" class="number">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${report.groups.map(({ name, ...group }) => renderGroup(titleOf(name, words), group, paper))}
    </tbody>
    <tfoot>
      ${renderGroup(words.figures.ofAll, report.all, paper)}
    </tfoot>
  </table>`;
  return section('groups', title, scrollable('groups', title, table));
}

function titleOf(name: string, { groups }: ReportContext['words']): string {
  if (name === unknownGroup) return groups.none;
  return name === restGroup ? groups.other : name;
}

function renderGroup(name: string, group: Report['all'], { numbers }: ReportContext): Html {
  const withShare = (visits: number) => `${numbers.count(visits)} (${numbers.share(visits, group.visits)})`;
  return html`<tr>
    <th scope="row">${name}</th>
    <td class="number">${numbers.count(group.visitors)}</td>
    <td class="number">${numbers.count(group.visits)}</td>
    <td class="number">${numbers.share(group.finished, group.visits)}${bar(group.finished, group.visits)}</td>
    <td class="number">${withShare(group.signUps)}</td>
    <td class="number">${withShare(group.purchases)}</td>
    <td class="number">${numbers.revenue(group.revenue)}</td>
  </tr>`;
}
