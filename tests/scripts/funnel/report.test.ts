import { expect, test } from 'vitest';
import { experimentReport } from '../../../api/reports/statistics/experiments.ts';
import Papa from 'papaparse';
import { formatReportCsv } from '../../../scripts/funnel/report-csv.ts';
import { formatReport } from '../../../scripts/funnel/report-table.ts';
import { loadOne } from '../../../scripts/funnel/load-one.ts';
import { sampleReport } from '../../reports/page/sample-report.ts';
import { run } from './run.ts';

const { funnel } = loadOne('sleep-issues', 'funnels');
const report = sampleReport(funnel);

test('the report fits a terminal and has a line for each step, answer, outcome and group', () => {
  const text = formatReport(report);
  const lines = text.split('\n');
  expect(lines[0]).toBe('Visits of sleep-issues from 2026-10-22 to 2026-11-20, days in UTC');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
  for (const { id, shown } of report.all.steps) expect(text).toMatch(new RegExp(`^${id} +${shown} +\\d`, 'm'));
  for (const { key, visits } of report.all.steps[1]!.answers!) expect(text).toMatch(new RegExp(` ${key} +${visits} `));
  for (const { id, visits } of report.all.outcomes) expect(text).toMatch(new RegExp(`^${id} +${visits} `, 'm'));
  for (const { name } of report.groups) expect(lines.filter((line) => line.includes(name)).length).toBeGreaterThan(1);
});

test('no step is seen by more than all visits, also where two first ones share them', () => {
  const [first, ...others] = report.all.steps;
  const steps = [{ ...first!, id: 'one', shown: 6173 }, { ...first!, id: 'other', shown: 6172 }, ...others];
  const text = formatReport({ ...report, all: { ...report.all, steps } });
  expect(text).toMatch(/^step +shown +of visits /m);
  expect(text).toMatch(/^one +6173 +50\.0 %/m);
  expect(text).toMatch(/^trouble +8518 +69\.0 %/m);
});

test('a report on no visits says so', () => {
  expect(formatReport({ ...sampleReport(funnel, { visits: 0 }), from: null, to: null })).toBe(
    'Visits of sleep-issues of all time, days in UTC: no visits yet.\n',
  );
});

test('visits that were not recorded are said, also where there are no others', () => {
  const said = 'not recorded, as too many began from one network';
  expect(formatReport(report)).not.toContain(said);
  expect(formatReport({ ...report, notRecorded: 1_380 })).toContain(`\n\n1380 more visits were ${said}`);
  const none = { ...sampleReport(funnel, { visits: 0 }), from: null, to: null };
  expect(formatReport({ ...none, notRecorded: 1 })).toContain(`: no visits yet.\n\n1 more visit was ${said}`);
  expect(formatReportCsv({ ...report, notRecorded: 1_380 })).toContain('\n"(all)","not_recorded","","","1380"\r\n');
});

test('nothing that came with a visitor steers the terminal or is a formula', () => {
  const bad = '\u001B[2J=1+1';
  const groups = [
    { ...report.groups[0]!, name: bad },
    { ...report.groups[0]!, name: '=HYPERLINK("x")' },
  ];
  expect(formatReport({ ...report, groups })).not.toContain('\u001B');
  const csv = formatReportCsv({ ...report, groups });
  expect(csv).not.toContain('\u001B');
  expect(csv).toContain(`\n"'=HYPERLINK(""x"")","visits","","",`);
});

test('leads are counted by version, and not spoken of where a quiz asks for none', () => {
  expect(formatReport(report)).not.toContain('leads');
  const counted = { ...report, leads: [{ version: '2222222222222222', leads: 12 }] };
  expect(formatReport(counted)).toMatch(/^version +leads\n2222222222222222 +12$/m);
  expect(formatReportCsv(counted)).toContain('\n"(all)","leads","","2222222222222222","12"\r\n');
});

test('groups that there is no room for are counted', () => {
  const groups = Array.from({ length: 9 }, (_, index) => ({
    ...report.groups[0]!,
    name: `a rather long source ${index}`,
  }));
  const text = formatReport({ ...report, groups });
  expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(120);
  expect(text).toContain('more: --csv or --html has all)');
});

const experiment = (warm: readonly [visitors: number, converted: number], plain: readonly [number, number]) => {
  const count = (name: string, [visitors, finished]: readonly [number, number]) => {
    const converted = { finished, sign_up: 0, purchase: 0 };
    const sales = [{ plan: 'basic', amount: 1499, currency: 'USD', count: 2 }];
    const revenue = [{ currency: 'USD', sum: 999 * finished, squares: 999 ** 2 * finished }];
    return { name, visitors, expected: (warm[0] + plain[0]) / 2, converted, sales, revenue };
  };
  return formatReport({
    ...report,
    experiments: [experimentReport('tone', [count('warm', warm), count('plain', plain)])],
  });
};

test('an experiment is printed with its rates and what follows from them', () => {
  expect(experiment([0, 0], [0, 0])).toContain('Experiment tone: no visitor has met it yet.');
  expect(experiment([100, 50], [100, 60])).toMatch(
    /^Not decided yet: it takes up to about \d+ visitors of each variant\./m,
  );
  const clear = experiment([10_000, 5_000], [10_010, 5_505]);
  expect(clear).toMatch(/^plain +5505 +10010 +55\.00 % +54\.\d\d % – 55\.\d\d % +\+5\.\d % to \+14\.\d % +100\.0 %$/m);
  expect(clear).toContain('\nplain does better than warm.\n');
  // What all pay the same for differs by what the rate differs by.
  expect(clear).toMatch(/^plain +5\.49 USD +10010 +\+5\.\d % to \+14\.\d %\nplain does better than warm\.$/m);
  expect(clear).not.toContain('Careful');
  expect(clear).toMatch(/^warm +basic at 14\.99 USD +2 +0\.00 USD$/m);
  expect(clear).toMatch(/^warm +10000 +10005\.0$/m);
  expect(experiment([10_000, 5_000], [10_010, 4_505])).toContain('\nplain does worse than warm.\n');
  expect(experiment([10_000, 5_000], [10_010, 5_003])).toContain('\nNo difference worth acting on: ');
  expect(experiment([10_000, 5_000], [9_000, 4_500])).toContain('Careful: visitors are not spread');
});

test('for spreadsheets there is a line for each figure', () => {
  const lines = Papa.parse<string[]>(formatReportCsv(report).slice(1).trimEnd()).data.map((cells) => cells.join());
  expect(lines[0]).toBe('group,kind,step,key,value');
  expect(lines).toContain(`(all),visits,,,${report.all.visits}`);
  expect(lines).toContain(`(all),shown,trouble,,${report.all.steps[1]!.shown}`);
  expect(lines).toContain(`(all),paid,,USD,${(report.all.revenue[0]!.paid / 100).toFixed(2)}`);
  expect(lines).toContain(`(all),day_visits,,${report.days[0]!.day},${report.days[0]!.visits}`);
  const steps = lines.filter((line) => line.startsWith('newsletter,shown,'));
  expect(steps).toHaveLength(report.all.steps.length);
});

test.each([
  ['--from 2026-02-30', 'It must be a day, such as 2026-11-01.', 2],
  ['--from 0000-12-31', 'It must be a day, such as 2026-11-01.', 2],
  ['--without 2026-11-01', 'It must be two days in their order, such as 2026-11-01..2026-11-03.', 2],
  ['--without 2026-11-02..2026-11-01', 'It must be two days in their order', 2],
  ['--without 2026-11-01..2026-11-31', 'It must be two days in their order', 2],
  ['--by week', 'Allowed choices are variant, utm_source, locale.', 2],
  ['--json --csv', "'--json' cannot be used with option '--csv'", 2],
  ['--from 2026-11-02 --to 2026-11-01', '--from is later than --to.', 1],
])('what makes no sense is refused: %s', async (options, message, exitCode) => {
  const ran = await run(['report', 'sleep-issues', ...options.split(' ')]);
  expect(ran).toMatchObject({ exitCode, out: '', err: expect.stringContaining(message) as string });
});
