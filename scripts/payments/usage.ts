/** The command was not given as it has to be; the message says what is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const usage = `Usage: npm run payments -- <command>

  plans       Brings the products and prices in Stripe in line with content/plans.yaml, as built.
  reconcile   Compares our payments, subscriptions and access with Stripe, and puts right what differs.
      --since DAYS   Looks at whom something happened to in so many days (1 to 30; default: 30).
      --all          Looks at every customer.
  report      What was paid, refunded and disputed, by plan, funnel and utm_source.
      --from DAY, --to DAY   Such as 2026-11-01, both included, in UTC; default: everything.
      --by GROUP             plan, funnel, utm_source or month; may be given more than once.
      --json, --csv          For programs: amounts in cents, or in dollars for a spreadsheet.

The environment is read as npm start reads it (docs/guide/operations.md).`;
