import type { DisputeSnapshot } from './snapshot.ts';

/** That the customer's bank wants a payment back. */
export interface Dispute {
  /** open: not decided. lost: the bank keeps the money. */
  readonly state: 'open' | 'lost';
  readonly since: Date;
}

/** What the disputes of one payment come to; null where there is none that matters, or all were decided for us. */
export function disputeOf(disputes: readonly DisputeSnapshot[]): Dispute | null {
  const found = disputes.flatMap(({ status, createdAt }) => {
    const state = stateOf(status);
    return state === null ? [] : [{ state, since: createdAt }];
  });
  return earliest(found.filter(({ state }) => state === 'lost')) ?? earliest(found) ?? null;
}

function stateOf(status: string): Dispute['state'] | null {
  // An inquiry of the bank: nothing has been taken.
  if (status === 'won' || status.startsWith('warning_')) return null;
  return status === 'lost' || status === 'prevented' ? 'lost' : 'open';
}

function earliest(disputes: readonly Dispute[]): Dispute | undefined {
  return disputes.toSorted((a, b) => a.since.getTime() - b.since.getTime())[0];
}
