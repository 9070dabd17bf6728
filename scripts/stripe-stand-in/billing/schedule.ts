const hour = 60 * 60;
const day = 24 * hour;

/** How long the invoice of a renewal can still be changed before it is charged, in seconds. */
export const draftSeconds = hour;

/** After how many seconds a payment is tried again, after the first failure, the second and so on; then it is over. */
const retrySeconds = [3 * day, 5 * day, 7 * day];

/** When a payment is tried again that has failed so often; null: it is not. */
export function nextAttemptAt(failures: number, time: number): number | null {
  const wait = retrySeconds[failures - 1];
  return wait === undefined ? null : time + wait;
}
