import type { GroupReport, LeadsReport, Report, Revenue, StepReport } from '../../api/reports/report.ts';
import type {
  Conversion,
  Compared,
  ConversionReport,
  ExperimentReport,
  RevenueReport,
} from '../../api/reports/statistics/experiments.ts';
import { describePeriod, numberColumn, formatTable, percent, share, textColumn } from '../print.ts';
import { writeMainUnit } from '../money.ts';

/** The report for a terminal of 80 to 120 columns. */
export function formatReport(report: Report): string {
  const { all, funnel, groups, experiments, leads, notRecorded } = report;
  const heading = `Visits of ${funnel} ${describePeriod(report)}, days in UTC`;
  if (all.visits === 0) return `${[`${heading}: no visits yet.`, ...leftOut(notRecorded)].join('\n\n')}\n`;
  const parts = [
    heading,
    ...leftOut(notRecorded),
    totals(all),
    stepTable(all),
    ...answerTable(all.steps),
    outcomeTable(all),
    ...goalTable(all),
    ...leadsTable(leads),
    ...(groups.length > 0 ? formatGroups(report) : []),
    ...experiments.flatMap(formatExperiment),
    ...unreadable(all),
  ];
  return `${parts.join('\n\n')}\n`;
}

function totals(all: GroupReport): string {
  const { visitors, visits, finished, signUps, purchases, revenue } = all;
  const columns = [
    textColumn('visitors'),
    textColumn('visits'),
    textColumn('finished'),
    textColumn('sign-ups'),
    textColumn('purchases'),
  ];
  const of = (count: number): string => `${count} (${share(count, visits)})`;
  const row = [`${visitors}`, `${visits}`, of(finished), of(signUps), of(purchases)];
  return formatTable([...columns, textColumn('revenue')], [[...row, revenueOf(revenue)]]);
}

function stepTable({ steps, visits }: GroupReport): string {
  const columns = [
    numberColumn('shown'),
    numberColumn('of visits'),
    numberColumn('left'),
    numberColumn('drop-off'),
    numberColumn('median'),
    numberColumn('90 %'),
  ];
  return formatTable(
    [textColumn('step'), ...columns],
    steps.map(({ id, shown, left, time }) => [
      id,
      `${shown}`,
      share(shown, visits),
      `${left}`,
      share(left, shown),
      secondsOf(time?.median),
      secondsOf(time?.p90),
    ]),
  );
}

/** Options that were never chosen are listed too; of numbers only what was answered. */
function answerTable(steps: readonly StepReport[]): readonly string[] {
  const rows = steps.flatMap(({ id, shown, answers }) =>
    (shown === 0 ? [] : (answers ?? []))
      .filter(({ key, visits }) => /^[a-z]/.test(key) || visits > 0)
      .map(({ key, visits }, index) => [index === 0 ? id : '', key, `${visits}`, share(visits, shown)]),
  );
  return rows.length === 0
    ? []
    : [formatTable([textColumn('step'), textColumn('answer'), numberColumn('visits'), numberColumn('share')], rows)];
}

function outcomeTable({ outcomes, finished }: GroupReport): string {
  const rows = outcomes.map(({ id, visits }) => [id, `${visits}`, share(visits, finished)]);
  return formatTable([textColumn('outcome'), numberColumn('visits'), numberColumn('share')], rows);
}

function goalTable({ goals, visits: all }: GroupReport): readonly string[] {
  const rows = goals.map(({ name, visits }) => [name, `${visits}`, share(visits, all)]);
  return rows.length === 0
    ? []
    : [formatTable([textColumn('goal'), numberColumn('visits'), numberColumn('share')], rows)];
}

function leadsTable(leads: readonly LeadsReport[]): readonly string[] {
  const rows = leads.map(({ version, leads }) => [version, `${leads}`]);
  return rows.length === 0 ? [] : [formatTable([textColumn('version'), numberColumn('leads')], rows)];
}

function leftOut(count: number): readonly string[] {
  if (count === 0) return [];
  const visits = count === 1 ? '1 more visit was' : `${count} more visits were`;
  return [`${visits} not recorded, as too many began from one network: see VISITS_PER_MINUTE.`];
}

function unreadable({ unreadable: count }: GroupReport): readonly string[] {
  if (count === 0) return [];
  const visits = count === 1 ? '1 visit is' : `${count} visits are`;
  return [`${visits} counted only as far as their version of the funnel explains what was reported of them.`];
}

/** What an experiment has shown: for each conversion the variants and what follows from them. */
function formatExperiment({ name, variants, sampleRatio, conversions, revenue }: ExperimentReport): readonly string[] {
  const heading = `Experiment ${name}`;
  const met = variants.reduce((sum, { visitors }) => sum + visitors, 0);
  if (met === 0) return [`${heading}: no visitor has met it yet.`];
  const shares = variants.map((each) => [each.name, `${each.visitors}`, each.expected.toFixed(1)]);
  return [
    `${heading}: ${met} ${met === 1 ? 'visitor has' : 'visitors have'} met it`,
    formatTable([textColumn('variant'), numberColumn('visitors'), numberColumn('expected')], shares),
    ...(sampleRatio.mismatch ? [mismatch(sampleRatio.p)] : []),
    ...conversions.map(formatConversion),
    ...(variants.some(({ sales }) => sales.length > 0) ? [formatSales(variants)] : []),
    ...revenue.map(formatRevenue),
  ];
}

/** What the visitors of each variant bought, and what each of them brought. */
function formatSales(variants: ExperimentReport['variants']): string {
  const rows = variants.flatMap(({ name, visitors, sales }) =>
    sales.map(({ plan, amount, currency, count }) => [
      name,
      `${plan} at ${writeMainUnit(amount, currency)} ${currency}`,
      `${count}`,
      `${writeMainUnit(Math.round((amount * count) / visitors), currency)} ${currency}`,
    ]),
  );
  return formatTable(
    [textColumn('variant'), textColumn('bought'), numberColumn('times'), numberColumn('by visitor')],
    rows,
  );
}

/** What each visitor has brought, without what was returned. */
function formatRevenue({ currency, variants, ...judged }: RevenueReport): string {
  const rows = variants.map(({ name, visitors, rate, lift }) => [
    name,
    `${writeMainUnit(Math.round(rate), currency)} ${currency}`,
    `${visitors}`,
    lift === null ? '–' : describeLift(lift),
  ]);
  const table = formatTable(
    [textColumn('variant'), ...['kept by visitor', 'of', 'against the first'].map(numberColumn)],
    rows,
  );
  return `${table}\n${describeVerdict({ variants, ...judged })}`;
}

const titles: Readonly<Record<Conversion, string>> = {
  finished: 'finished',
  sign_up: 'signed up',
  purchase: 'bought',
};

function formatConversion({ conversion, variants, verdict, neededVisitors }: ConversionReport): string {
  const columns = ['of', 'rate', '95 % interval', 'against the first', 'best with'].map(numberColumn);
  const rows = variants.map(({ name, visitors, converted, rate, interval, probabilityBest, lift }) => [
    name,
    `${converted}`,
    `${visitors}`,
    precise(rate),
    `${precise(interval[0])} – ${precise(interval[1])}`,
    lift === null ? '–' : describeLift(lift),
    percent(probabilityBest),
  ]);
  const table = formatTable([textColumn('variant'), numberColumn(titles[conversion]), ...columns], rows);
  return `${table}\n${describeVerdict({ variants, verdict, neededVisitors })}`;
}

function describeVerdict({ variants, verdict, neededVisitors }: Omit<RevenueReport, 'currency'>): string {
  switch (verdict) {
    case 'too_small':
      return neededVisitors === null
        ? 'Too early to tell.'
        : `Not decided yet: it takes up to about ${neededVisitors} visitors of each variant. Look as often as you like.`;
    case 'difference':
      return variants.flatMap((variant) => describeDifference(variant, variants[0]!)).join('\n');
    case 'no_difference':
      return 'No difference worth acting on: no variant is better or worse than the first by a tenth.';
  }
}

function describeDifference({ name, rate, lift }: Compared, first: Compared): readonly string[] {
  if (lift === null || (lift[0] <= 0 && lift[1] >= 0)) return [];
  return [`${name} does ${rate > first.rate ? 'better' : 'worse'} than ${first.name}.`];
}

function mismatch(p: number): string {
  return (
    `Careful: visitors are not spread over the variants as the weights say (p ${chanceOf(p)}).\n` +
    'Something loses visitors of a variant, or counts them twice: find out what before you believe the figures.'
  );
}

/** By which part a rate is higher than another; a dash where it is hardly known at all. */
function describeLift([low, high]: readonly [number, number]): string {
  return high > 10 ? '–' : `${signed(low)} to ${signed(high)}`;
}

function signed(part: number): string {
  return `${part > 0 ? '+' : ''}${percent(part)}`;
}

function chanceOf(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/** Rates of purchases are small, and their differences smaller. */
function precise(rate: number): string {
  return `${(rate * 100).toFixed(2)} %`;
}

type Group = Report['groups'][number];

/** The groups beside each other: what came of their visits, and how many of them saw each step. */
function formatGroups({ by, groups, all }: Report): readonly string[] {
  return [groupTable(by ?? '', groups), groupStepTable(groups, all.steps)];
}

function groupTable(by: string, groups: readonly Group[]): string {
  const columns = ['visitors', 'visits', 'finished', 'sign-ups', 'purchases', 'revenue'].map(numberColumn);
  const rows = groups.map(({ name, visitors, visits, finished, signUps, purchases, revenue }) => {
    const shares = [finished, signUps, purchases].map((count) => share(count, visits));
    return [name, `${visitors}`, `${visits}`, ...shares, revenueOf(revenue)];
  });
  return formatTable([textColumn(by), ...columns], rows);
}

/** In columns; the widest terminal has no room for more. */
const widest = 120;

function groupStepTable(groups: readonly Group[], steps: readonly { readonly id: string }[]): string {
  const names = steps.map(({ id }) => id);
  const shown = fitting(groups, Math.max('step'.length, ...names.map(({ length }) => length)));
  const rows = names.map((name, index) => [
    name,
    ...shown.map(({ steps, visits }) => share(steps[index]?.shown ?? 0, visits)),
  ]);
  const columns = shown.map(({ name }) => numberColumn(name));
  const table = formatTable([textColumn('step'), ...columns], rows);
  const missing = groups.length - shown.length;
  return missing === 0 ? table : `${table}\n(${missing} more: --csv or --html has all)`;
}

/** The first groups whose columns stand beside a column of this width. */
function fitting(groups: readonly Group[], width: number): readonly Group[] {
  let rest = widest - width;
  return groups.filter(({ name }) => (rest -= 2 + Math.max(name.length, '100.0 %'.length)) >= 0);
}

/** `8.2 s`, `125 s`; a dash where it is not known. */
function secondsOf(seconds: number | undefined): string {
  return seconds === undefined ? '–' : `${seconds.toFixed(seconds < 9.95 ? 1 : 0)} s`;
}

/** What was paid and not returned, `134.91 USD + 10.00 EUR`. */
function revenueOf(revenue: readonly Revenue[]): string {
  const amounts = revenue.map(
    ({ currency, paid, returned }) => `${writeMainUnit(paid - returned, currency)} ${currency}`,
  );
  return amounts.join(' + ') || '–';
}
