import type { Stripe } from 'stripe';
import type { buy } from '../../../schemas/api/payments.ts';
import type { ReplyOf } from '../../../schemas/api/call.ts';
import type { Database } from '../../platform/db/database.ts';
import { ensureCustomer, type Payer } from '../customers.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import type { Plan } from '../plan.ts';
import { expirePage } from './close-page.ts';
import type { HeldPayment } from './hold-payment.ts';

interface PageToMake {
  readonly plan: Plan;
  readonly payment: HeldPayment;
  readonly payer: Payer;
}

/**
 * Has Stripe make the page of a payment, and stores it; asked again, Stripe answers with the same page. Resolves to null
 * where the payment was closed meanwhile, or its account removed: then the page is closed too.
 */
export async function makePage(services: PaymentDependencies, page: PageToMake): Promise<ReplyOf<typeof buy> | null> {
  const { database, stripe, prices, siteUrl } = services;
  const { id } = page.payment;
  const customer = await ensureCustomer(services, page.payer, id);
  const price = await prices.find(page.plan);
  const client = await stripe();
  const params = describePage({ ...page, customer, price, siteUrl: siteUrl() });
  const session = await client.checkout.sessions.create(params, { idempotencyKey: `checkout-${id}` });
  const url = session.url ?? '';
  if (await storePage(database, [id, session.id, url])) return { id, url };
  await expirePage(client, session.id);
  return null;
}

interface PageParts extends PageToMake {
  readonly customer: string;
  readonly price: string;
  readonly siteUrl: string;
}

function describePage(parts: PageParts): Stripe.Checkout.SessionCreateParams {
  const { plan, payment, payer, customer, price, siteUrl } = parts;
  const metadata = { paymentId: payment.id, userId: payer.userId, plan: plan.id };
  const back = `${siteUrl}/cabinet/payment?payment=${payment.id}`;
  return {
    ...(plan.months === null
      ? { mode: 'payment', payment_intent_data: { metadata }, invoice_creation: { enabled: true } }
      : { mode: 'subscription', subscription_data: { metadata } }),
    customer,
    client_reference_id: payment.id,
    metadata,
    line_items: [{ price, quantity: 1 }],
    // A card pays at once or not at all: no payment is open for days.
    allowed_payment_method_types: ['card'],
    locale: payer.language,
    expires_at: Math.floor(payment.expiresAt.getTime() / 1_000),
    success_url: back,
    cancel_url: `${back}&back=1`,
  };
}

async function storePage(database: Database, values: readonly [id: string, checkoutId: string, url: string]) {
  const stored = await database.query({ name: 'store-checkout', text: storeText, values });
  return stored.length > 0;
}

// Somebody who took over may have stored the same page already.
const storeText = `
  UPDATE payments SET status = 'pending', checkout_id = $2, checkout_url = $3, asked_until = NULL
  FROM users
  WHERE payments.id = $1 AND users.id = user_id AND deleted_at IS NULL
    AND (status = 'created' OR status = 'pending' AND checkout_id = $2)
  RETURNING payments.id`;
