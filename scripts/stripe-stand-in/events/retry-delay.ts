const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

const first = [0.5 * second, second, 2 * second, 5 * second, 15 * second, minute];
const then = 5 * minute;

/** For so long an event is tried, in milliseconds. */
export const deliveryMilliseconds = 3 * day;

/** How long to wait in milliseconds after so many attempts that failed. */
export function retryDelay(attempts: number): number {
  return first[attempts - 1] ?? then;
}
