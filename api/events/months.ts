/** A calendar month in UTC by its first day, such as `2026-11-01`. */
export type Month = string;

export function monthOf(date: Date): Month {
  return `${date.toISOString().slice(0, 7)}-01`;
}

export function addMonths(month: Month, count: number): Month {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return monthOf(new Date(Date.UTC(year, number - 1 + count)));
}

/** The first month that is kept, where so many are, this one not counted. */
export function firstKeptMonth(now: Date, months: number): Month {
  return addMonths(monthOf(now), -months);
}
