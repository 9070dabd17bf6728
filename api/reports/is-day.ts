/** Whether a text is a day of the calendar, such as `2026-11-21`. */
export function isDay(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(NaN);
  // There is no 30th of February, though JavaScript makes something of it.
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}
