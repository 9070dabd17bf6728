/** Times of day, as `HH:MM`, and as the number of minutes since midnight. There is no clock here. */

/** Of a whole day. */
export const minutesInDay = 1440;

/** The minutes since midnight; nothing where the text is no time of day. */
export function minuteNumber(time: string): number | undefined {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) : undefined;
}

/** The time at so many minutes since midnight. */
export function timeOfDay(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
