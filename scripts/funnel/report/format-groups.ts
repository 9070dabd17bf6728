import type { Report } from '../../../api/reports/report.ts';
import { printable } from '../../printable.ts';
import { formatTable } from '../../table.ts';
import { figure, revenueOf, share, text } from './figures.ts';

type Group = Report['groups'][number];

/** The groups beside each other: what came of their visits, and how many of them saw each step. */
export function formatGroups({ by, groups, all }: Report): readonly string[] {
  return [groupTable(by ?? '', groups), stepTable(groups, all.steps)];
}

function groupTable(by: string, groups: readonly Group[]): string {
  const columns = ['visitors', 'visits', 'finished', 'sign-ups', 'purchases', 'revenue'].map(figure);
  const rows = groups.map(({ name, visitors, visits, finished, signUps, purchases, revenue }) => {
    const shares = [finished, signUps, purchases].map((count) => share(count, visits));
    return [printable(name), `${visitors}`, `${visits}`, ...shares, revenueOf(revenue)];
  });
  return formatTable([text(by), ...columns], rows);
}

/** In columns; the widest terminal has no room for more. */
const widest = 120;

function stepTable(groups: readonly Group[], steps: readonly { readonly id: string }[]): string {
  const names = steps.map(({ id }) => printable(id));
  const shown = fitting(groups, Math.max('step'.length, ...names.map(({ length }) => length)));
  const rows = names.map((name, index) => [
    name,
    ...shown.map(({ steps, visits }) => share(steps[index]?.shown ?? 0, visits)),
  ]);
  const columns = shown.map(({ name }) => figure(printable(name)));
  const table = formatTable([text('step'), ...columns], rows);
  const missing = groups.length - shown.length;
  return missing === 0 ? table : `${table}\n(${missing} more: --csv or --html has all)`;
}

/** The first groups whose columns stand beside a column of this width. */
function fitting(groups: readonly Group[], width: number): readonly Group[] {
  let rest = widest - width;
  return groups.filter(({ name }) => (rest -= 2 + Math.max(name.length, '100.0 %'.length)) >= 0);
}
