/** Days without a time, as `YYYY-MM-DD`, and as the number of days since 1970-01-01. There is no clock here: `today` is passed in. */

/** The number of a day; nothing where the text isn't a day that there is, of the years 1 to 9999. */
export function dayNumber(day: string): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  const number = numberOf(Number(year), Number(month), Number(date));
  return year !== '0000' && dayOf(number) === day ? number : undefined;
}

/** The day with a number. */
export function dayOf(number: number): string {
  // The civil calendar in eras of 400 years that begin on the 1st of March, so that a leap day is the last of its year.
  const days = number + 719_468;
  const era = Math.floor(days / 146_097);
  const ofEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const date = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month < 3 ? 1 : 0);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(date, 2)}`;
}

/** The day that is meant: itself, or so many days from today. */
export function dayAt(limit: string | number, today: string): string {
  return typeof limit === 'string' ? limit : dayOf((dayNumber(today) ?? 0) + limit);
}

function numberOf(civilYear: number, month: number, date: number): number {
  const year = month < 3 ? civilYear - 1 : civilYear;
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const ofYear = Math.floor((153 * (month < 3 ? month + 9 : month - 3) + 2) / 5) + date - 1;
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + ofYear - 719_468;
}

const padded = (number: number, digits: number) => String(number).padStart(digits, '0');
