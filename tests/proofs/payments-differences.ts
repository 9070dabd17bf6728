import type { Stripe } from 'stripe';
import { openPages, readAtStripe, type AtStripe } from './payments-at-stripe.ts';

/** Rows of a database, by SQL. */
export type Query = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;

/**
 * How our rows differ from Stripe, for every customer that we know of: one line for each thing that only one side has,
 * `-` for what our rows lack and `+` for what they should not have. Worked out again from the rules, without the code
 * that is on trial.
 */
export async function findDifferences(stripe: Stripe, query: Query): Promise<string[]> {
  const customers = await query<CustomerRow>('SELECT user_id, stripe_id FROM customers ORDER BY created_at', []);
  const differences = await Promise.all(
    customers.map(async ({ user_id, stripe_id }) => {
      const expected = describeStripe(await readAtStripe(stripe, stripe_id));
      const found = (await query<{ line: string }>(ownText, [user_id])).map(({ line }) => line);
      return [
        ...missing(expected, found).map((line) => `- ${line}`),
        ...missing(found, expected).map((line) => `+ ${line}`),
      ];
    }),
  );
  return differences.flat();
}

interface CustomerRow {
  readonly user_id: string;
  readonly stripe_id: string;
}

/** Those of the first that the second has not, each as often as it stands there. */
function missing(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The same words as `describeStripe` has, from our rows. */
const ownText = `
  SELECT concat_ws(' ', 'payment', payment_intent_id, amount, refunded_amount, status,
    CASE WHEN disputed THEN 'disputed' END) AS line
  FROM payments WHERE user_id = $1 AND status IN ('succeeded', 'refunded')
  UNION ALL
  SELECT concat_ws(' ', 'subscription', id, status, extract(epoch FROM period_start)::bigint,
    extract(epoch FROM period_end)::bigint, CASE WHEN cancel_at_period_end THEN 'ends' END,
    extract(epoch FROM ended_at)::bigint)
  FROM subscriptions WHERE user_id = $1
  UNION ALL
  SELECT concat_ws(' ', 'grant', source, source_id, extract(epoch FROM ends_at)::bigint,
    'grace ' || extract(epoch FROM grace_ends_at)::bigint, CASE WHEN revoked_at IS NOT NULL THEN 'revoked' END)
  FROM access_grants WHERE user_id = $1
  UNION ALL
  SELECT concat_ws(' ', 'page', checkout_id, id) FROM payments WHERE user_id = $1 AND status IN ('created', 'pending')`;

function describeStripe(customer: AtStripe): string[] {
  const pages = openPages(customer).map(({ id, client_reference_id }) => `page ${id} ${client_reference_id}`);
  return [
    ...customer.charges.map((charge) => describePayment(charge, customer)),
    ...customer.subscriptions.flatMap((subscription) => describeSubscription(subscription, customer)),
    ...customer.sessions.flatMap((session) => describeLifetime(session, customer)),
    ...pages,
  ];
}

function describePayment(charge: Stripe.Charge, customer: AtStripe): string {
  const { payment_intent, amount, amount_refunded, refunded } = charge;
  const disputed = isDisputed(charge, customer) ? 'disputed' : null;
  const isLost = customer.disputes.some((dispute) => idOf(dispute.charge) === charge.id && dispute.status === 'lost');
  const status = refunded || isLost ? 'refunded' : 'succeeded';
  return words('payment', idOf(payment_intent), amount, amount_refunded, status, disputed);
}

function describeSubscription(subscription: Stripe.Subscription, customer: AtStripe): string[] {
  const { id, status, ended_at } = subscription;
  if (status === 'incomplete' || status === 'incomplete_expired') return [];
  const { current_period_start: start, current_period_end: end } = subscription.items.data[0]!;
  const willEnd = subscription.cancel_at_period_end;
  const row = words('subscription', id, status, start, end, willEnd ? 'ends' : null, ended_at);
  const isPaid = latestInvoiceOf(subscription, customer)?.status === 'paid';
  const tolerated = start + 3 * day;
  const span = {
    active: willEnd ? `${end}` : `${end} grace ${end + 3 * day}`,
    past_due: `${tolerated}`,
    canceled: `${Math.min(ended_at ?? end, isPaid ? end : tolerated)}`,
  }[status as string];
  const revoked = isRevoked(subscription, customer) ? 'revoked' : null;
  return [row, words('grant', 'subscription', id, span ?? 'of no known status', revoked)];
}

/** The period that runs was given back, or the bank of any payment wants it back. */
function isRevoked(subscription: Stripe.Subscription, customer: AtStripe): boolean {
  const invoices = customer.invoices.filter(
    ({ parent }) => idOf(parent?.subscription_details?.subscription) === subscription.id,
  );
  const covering = chargeOf(latestInvoiceOf(subscription, customer), customer);
  const disputed = invoices.some((invoice) => {
    const charge = chargeOf(invoice, customer);
    return charge !== undefined && isDisputed(charge, customer);
  });
  return covering?.refunded === true || disputed;
}

function describeLifetime(session: Stripe.Checkout.Session, customer: AtStripe): string[] {
  if (session.mode !== 'payment' || session.payment_status !== 'paid') return [];
  const charge = customer.charges.find(({ payment_intent }) => idOf(payment_intent) === idOf(session.payment_intent));
  const isTaken = charge?.refunded === true || (charge !== undefined && isDisputed(charge, customer));
  return [words('grant', 'payment', session.client_reference_id, lifetime, isTaken ? 'revoked' : null)];
}

function latestInvoiceOf({ latest_invoice }: Stripe.Subscription, { invoices }: AtStripe): Stripe.Invoice | undefined {
  return invoices.find(({ id }) => id === idOf(latest_invoice));
}

function chargeOf(invoice: Stripe.Invoice | undefined, { charges }: AtStripe): Stripe.Charge | undefined {
  const intents = invoice?.payments?.data.map(({ payment }) => idOf(payment.payment_intent)) ?? [];
  return charges.find(({ payment_intent }) => intents.includes(idOf(payment_intent)));
}

function isDisputed({ id }: Stripe.Charge, { disputes }: AtStripe): boolean {
  return disputes.some(
    ({ charge, status }) => idOf(charge) === id && status !== 'won' && !status.startsWith('warning_'),
  );
}

const day = 24 * 60 * 60;
const lifetime = Date.parse('9999-12-31T00:00:00Z') / 1_000;

function idOf(reference: string | { readonly id: string } | null | undefined): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);
}

/** Leaves out what is null, as SQL does. */
function words(...parts: readonly (string | number | null)[]): string {
  return parts.filter((part) => part !== null).join(' ');
}
