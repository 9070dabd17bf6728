import type { Query } from './payments-differences.ts';
import type { Shopper } from './payments-shopper.ts';
import type { StripeServer } from './stripe-server.ts';

interface Evidence {
  readonly stripe: StripeServer;
  /** Null: the database can't be looked into. */
  readonly query: Query | null;
}

/** In words, at what point of the purchase the API was killed; they sort in the order in which it goes. */
export async function tellMoment({ at, member, isMember }: Shopper, { stripe, query }: Evidence): Promise<string> {
  if (isMember) return at === 'back from paying' ? '0 with a plan, paid' : '0 with a plan, before it was paid';
  if (at === 'waiting') return '1 before buy was asked for';
  if (at === 'on the page' || at === 'paying') return '5 with the page in front of the customer';
  const customers = await stripe.client.customers.list({ email: member.email });
  const customer = customers.data[0]?.id;
  if (at === 'asking for the page') {
    if (customer === undefined) return '2 in buy, before Stripe knew the customer';
    const { data } = await stripe.client.checkout.sessions.list({ customer });
    return data.length === 0 ? '3 in buy, between customer and page' : '4 in buy, with a page that nobody was told';
  }
  const [row] = (await query?.<Row>(evidenceText, [member.id, customer])) ?? [];
  if (!row) return '6 paid (embedded database)';
  if (row.grants > 0) return '9 paid and with access';
  if (row.held > 0) return '8 paid, an event’s job or sync under way';
  return row.events > 0 ? '7 paid, with events that wait' : '6 paid, before any event was stored';
}

interface Row {
  readonly grants: number;
  readonly events: number;
  readonly held: number;
}

const evidenceText = `
  SELECT
    (SELECT count(*) FROM access_grants WHERE user_id = $1)::integer AS grants,
    (SELECT count(*) FROM stripe_events WHERE payload->>'customer' = $2 AND type <> 'customer.created')::integer AS events,
    (SELECT count(*) FROM jobs JOIN stripe_events ON stripe_events.id = jobs.payload->>'eventId'
      WHERE stripe_events.payload->>'customer' = $2 AND leased_until > now())::integer AS held`;
