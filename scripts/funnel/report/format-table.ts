import type { GroupReport, Report, StepReport } from '../../../api/reports/report.ts';
import { describePeriod } from '../../describe-period.ts';
import { printable } from '../../printable.ts';
import { formatTable } from '../../table.ts';
import { formatExperiment } from './format-experiment.ts';
import { formatGroups } from './format-groups.ts';
import { figure, revenueOf, secondsOf, share, text } from './figures.ts';

/** The report for a terminal of 80 to 120 columns. */
export function formatReport(report: Report): string {
  const { all, funnel, groups, experiments } = report;
  const heading = `Visits of ${funnel} ${describePeriod(report)}, days in UTC`;
  if (all.visits === 0) return `${heading}: nobody came by yet.\n`;
  const parts = [
    heading,
    totals(all),
    stepTable(all),
    ...answerTable(all.steps),
    outcomeTable(all),
    ...goalTable(all),
    ...(groups.length > 0 ? formatGroups(report) : []),
    ...experiments.flatMap(formatExperiment),
    ...unreadable(all),
  ];
  return `${parts.join('\n\n')}\n`;
}

function totals(all: GroupReport): string {
  const { visitors, visits, finished, signUps, purchases, revenue } = all;
  const columns = [text('visitors'), text('visits'), text('finished'), text('sign-ups'), text('purchases')];
  const of = (count: number): string => `${count} (${share(count, visits)})`;
  const row = [`${visitors}`, `${visits}`, of(finished), of(signUps), of(purchases)];
  return formatTable([...columns, text('revenue')], [[...row, revenueOf(revenue)]]);
}

function stepTable({ steps, visits }: GroupReport): string {
  const columns = [
    figure('shown'),
    figure('of visits'),
    figure('left'),
    figure('drop-off'),
    figure('median'),
    figure('90 %'),
  ];
  return formatTable(
    [text('step'), ...columns],
    steps.map(({ id, shown, left, time }) => [
      printable(id),
      `${shown}`,
      share(shown, visits),
      `${left}`,
      share(left, shown),
      secondsOf(time?.median),
      secondsOf(time?.p90),
    ]),
  );
}

/** Options that nobody chose are told too; of numbers only what was answered. */
function answerTable(steps: readonly StepReport[]): readonly string[] {
  const rows = steps.flatMap(({ id, type, shown, answers }) =>
    (shown === 0 ? [] : (answers ?? []))
      .filter(({ visits }) => type !== 'number' || visits > 0)
      .map(({ key, visits }, index) => [
        index === 0 ? printable(id) : '',
        printable(key),
        `${visits}`,
        share(visits, shown),
      ]),
  );
  return rows.length === 0
    ? []
    : [formatTable([text('step'), text('answer'), figure('visits'), figure('share')], rows)];
}

function outcomeTable({ outcomes, finished }: GroupReport): string {
  const rows = outcomes.map(({ id, visits }) => [printable(id), `${visits}`, share(visits, finished)]);
  return formatTable([text('outcome'), figure('visits'), figure('share')], rows);
}

function goalTable({ goals, visits: all }: GroupReport): readonly string[] {
  const rows = goals.map(({ name, visits }) => [printable(name), `${visits}`, share(visits, all)]);
  return rows.length === 0 ? [] : [formatTable([text('goal'), figure('visits'), figure('share')], rows)];
}

function unreadable({ unreadable: count }: GroupReport): readonly string[] {
  if (count === 0) return [];
  const visits = count === 1 ? '1 visit is' : `${count} visits are`;
  return [`${visits} counted only as far as their version of the funnel explains what was told of them.`];
}
