/** Days without a time, as `YYYY-MM-DD`, and as the number of days since 1970-01-01. There is no clock here: `today` is passed in. */

/** The number of a day; nothing where the text isn't a day that there is, of the years 1 to 9999. */
export function dayNumber(day: string): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  const number = firstOf(Number(year), Number(month)) + Number(date) - 1;
  return year !== '0000' && dayOf(number) === day ? number : undefined;
}

/** The day with a number. */
export function dayOf(number: number): string {
  let year = Math.floor(number / (number < 0 ? 366 : 365)) + 1971; // too late rather than too early
  while (firstOf(year, 1) > number) year -= 1;
  let month = 12;
  while (firstOf(year, month) > number) month -= 1;
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(number - firstOf(year, month) + 1, 2)}`;
}

/** The day that is meant: itself, or so many days from today. */
export function dayAt(limit: string | number, today: string): string {
  return typeof limit === 'string' ? limit : dayOf((dayNumber(today) ?? 0) + limit);
}

/** The whole calendar years between two days: one more on each anniversary, of 29 February on 1 March in other years. */
export function yearsBetween(from: number, until: number): number {
  const [start, end] = [dayInCalendar(from), dayInCalendar(until)];
  return Number(end.slice(0, 4)) - Number(start.slice(0, 4)) - (end.slice(4) < start.slice(4) ? 1 : 0);
}

/** The first day that is not yet so many calendar years before another. */
export function firstWithin(years: number, until: number): number {
  const [year, month, date] = dayInCalendar(until).split('-').map(Number) as [number, number, number];
  const nextDay = firstOf(year - years, month) + date;
  return month === 2 ? Math.min(nextDay, firstOf(year - years, 3)) : nextDay;
}

/** The days that there are: 0001-01-01 to 9999-12-31. */
export const calendar = { first: -719_162, last: 2_932_896 };

/** The day that a number falls on; what is beyond the calendar is at its end. */
function dayInCalendar(number: number): string {
  return dayOf(Math.floor(Math.max(calendar.first, Math.min(number, calendar.last))));
}

/** The number of the first day of a month; as if the year began in March, so that a leap day is the last of its year. */
function firstOf(civilYear: number, month: number): number {
  const year = month < 3 ? civilYear - 1 : civilYear;
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return year * 365 + leapDays + Math.floor((153 * ((month + 9) % 12) + 2) / 5) - 719_468;
}

const padded = (number: number, digits: number) => String(number).padStart(digits, '0');
