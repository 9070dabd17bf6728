import type { ExperimentReport } from '../../api/reports/statistics/experiments.ts';
import type { DayReport, GroupReport, Report, StepReport } from '../../api/reports/report.ts';
import { type Separator, writeTable } from '../csv.ts';
import { writeMainUnit } from '../money.ts';

/** What it is of, which figure, of which step, of what there, and the figure. */
type Line = readonly [group: string, kind: string, step: string, key: string, value: number | string];

/** For spreadsheets: a line for each figure. Amounts in the currency's main unit, times in seconds, rates from 0 to 1. */
export function formatReportCsv(report: Report, separator?: Separator): string {
  const { all, groups, days, experiments, leads, notRecorded } = report;
  const lines: readonly Line[] = [
    ...linesOfGroup('(all)', all),
    ['(all)', 'not_recorded', '', '', notRecorded],
    ...days.flatMap(linesOfDay),
    ...groups.flatMap((group) => linesOfGroup(group.name, group)),
    ...experiments.flatMap(linesOfExperiment),
    ...leads.map(({ version, leads }): Line => ['(all)', 'leads', '', version, leads]),
  ];
  return writeTable([['group', 'kind', 'step', 'key', 'value'], ...lines], { separator });
}

function linesOfGroup(group: string, report: GroupReport): readonly Line[] {
  const { visitors, visits, finished, signUps, purchases, unreadable } = report;
  const totals = { visitors, visits, finished, sign_ups: signUps, purchases, unreadable };
  return [
    ...Object.entries(totals).map(([kind, value]): Line => [group, kind, '', '', value]),
    ...report.revenue.flatMap(({ currency, paid, returned }): Line[] => [
      [group, 'paid', '', currency, writeMainUnit(paid, currency)],
      [group, 'returned', '', currency, writeMainUnit(returned, currency)],
    ]),
    ...report.steps.flatMap((step) => linesOfStep(group, step)),
    ...report.outcomes.map(({ id, visits }): Line => [group, 'outcome', '', id, visits]),
    ...report.goals.map(({ name, visits }): Line => [group, 'goal', '', name, visits]),
  ];
}

function linesOfStep(group: string, { id, shown, left, time, answers, ways }: StepReport): readonly Line[] {
  return [
    [group, 'shown', id, '', shown],
    [group, 'left', id, '', left],
    ...(time
      ? ([
          [group, 'seconds', id, 'median', time.median.toFixed(2)],
          [group, 'seconds', id, 'p90', time.p90.toFixed(2)],
        ] as const)
      : []),
    ...(answers ?? []).map(({ key, visits }): Line => [group, 'answer', id, key, visits]),
    ...ways.map(({ to, visits }): Line => [group, 'way', id, to ?? '(end)', visits]),
  ];
}

function linesOfDay({ day, visitors, visits, finished, signUps, purchases }: DayReport): readonly Line[] {
  const totals = { visitors, visits, finished, sign_ups: signUps, purchases };
  return Object.entries(totals).map(([kind, value]): Line => ['(all)', `day_${kind}`, '', day, value]);
}

function linesOfExperiment({ name, variants, conversions, sampleRatio, revenue }: ExperimentReport): readonly Line[] {
  const nameOf = (variant: string): string => `${name}=${variant}`;
  return [
    [name, 'experiment_sample_ratio_p', '', '', sampleRatio.p],
    ...variants.flatMap(({ name, visitors, expected, sales }): Line[] => [
      [nameOf(name), 'experiment_visitors', '', '', visitors],
      [nameOf(name), 'experiment_expected', '', '', expected],
      ...sales.map(({ plan, amount, currency, count }): Line => [
        nameOf(name),
        'experiment_sold',
        plan,
        `${writeMainUnit(amount, currency)} ${currency}`,
        count,
      ]),
    ]),
    ...conversions.flatMap(({ conversion, variants }) =>
      variants.flatMap(({ name, converted, rate, interval, probabilityBest, p, lift }): Line[] => [
        [nameOf(name), 'experiment_converted', '', conversion, converted],
        [nameOf(name), 'experiment_rate', '', conversion, rate],
        [nameOf(name), 'experiment_low', '', conversion, interval[0]],
        [nameOf(name), 'experiment_high', '', conversion, interval[1]],
        [nameOf(name), 'experiment_best', '', conversion, probabilityBest],
        ...(p === null ? [] : ([[nameOf(name), 'experiment_p', '', conversion, p]] as const)),
        ...linesOfLift(nameOf(name), conversion, lift),
      ]),
    ),
    ...revenue.flatMap(({ currency, variants }) =>
      variants.flatMap(({ name, rate, p, lift }): Line[] => [
        [nameOf(name), 'experiment_revenue_per_visitor', '', currency, writeMainUnit(rate, currency)],
        ...(p === null ? [] : ([[nameOf(name), 'experiment_p', '', `revenue ${currency}`, p]] as const)),
        ...linesOfLift(nameOf(name), `revenue ${currency}`, lift),
      ]),
    ),
  ];
}

function linesOfLift(group: string, of: string, lift: readonly [number, number] | null): readonly Line[] {
  return (lift ?? []).map((bound, at) => [
    group,
    at === 0 ? 'experiment_lift_low' : 'experiment_lift_high',
    '',
    of,
    bound,
  ]);
}
