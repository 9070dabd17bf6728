import type { Reconciliation } from '../../api/payments/events/reconcile.ts';
import { isOfStripe, reasonOf } from '../../api/payments/stripe.ts';

/** What differed and was put right, line by line, and at the end how many customers were looked at. */
export function describeReconciliation({ checked, differences, failures }: Reconciliation): string[] {
  const customers = `${checked} ${checked === 1 ? 'customer' : 'customers'} looked at`;
  const count = `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'} put right`;
  return [
    ...differences.map(({ userId, what, before, after }) => `user ${userId}, ${what}: ${before} → ${after}`),
    ...failures.map(({ userId, error }) => `user ${userId} could not be looked at: ${describeFailure(error)}`),
    `${customers}, ${differences.length === 0 ? 'no differences' : count}${failures.length > 0 ? `, ${failures.length} failed` : ''}.`,
  ];
}

function describeFailure(error: unknown): string {
  if (isOfStripe(error)) return reasonOf(error);
  return error instanceof Error ? error.message : String(error);
}
