import type { Database } from '../platform/db/database.ts';

/** How many events of Stripe have been stored and not been looked at, for metrics. */
export async function countWaitingEvents(database: Database): Promise<number> {
  const text = 'SELECT count(*)::int AS waiting FROM stripe_events WHERE processed_at IS NULL';
  const [row] = await database.query<{ waiting: number }>({ name: 'count-stripe-events', text, values: [] });
  return row?.waiting ?? 0;
}
