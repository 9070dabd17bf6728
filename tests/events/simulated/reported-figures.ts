import type { DayReport, GroupReport } from '../../../api/reports/report.ts';
import type { Figures } from './expected-figures.ts';

/** What a report says of a group, under the names of `ExpectedFigures`. */
export function figuresOfGroup(group: GroupReport): Figures {
  const { steps, outcomes, goals, revenue, unreadable } = group;
  return withoutZeros([
    ...totalsOf(group),
    ['unreadable', unreadable],
    ...revenue.map(({ paid }) => ['paid', paid] as const),
    ...outcomes.map(({ id, visits }) => [`outcome ${id}`, visits] as const),
    ...goals.map(({ name, visits }) => [`goal ${name}`, visits] as const),
    ...steps.flatMap(({ id, shown, left, answers, ways }) => [
      [`shown ${id}`, shown] as const,
      [`left ${id}`, left] as const,
      ...(answers ?? []).map(({ key, visits }) => [`answer ${id}: ${key}`, visits] as const),
      ...ways.map(({ to, visits }) => [`way ${id} > ${to ?? 'end'}`, visits] as const),
    ]),
  ]);
}

/** What it says of a day. */
export function figuresOfDay(day: DayReport): Figures {
  return withoutZeros(totalsOf(day));
}

function totalsOf({ visits, visitors, finished, signUps, purchases }: DayReport | GroupReport) {
  return [
    ['visits', visits],
    ['visitors', visitors],
    ['finished', finished],
    ['sign-ups', signUps],
    ['purchases', purchases],
  ] as const;
}

function withoutZeros(entries: readonly (readonly [string, number])[]): Figures {
  return Object.fromEntries(entries.filter(([, count]) => count > 0));
}
