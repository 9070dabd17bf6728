import { createServer } from 'node:http';
import express from 'express';
import { Stripe } from 'stripe';
import type { PlanId } from '../../schemas/api/payments.ts';
import { createLog } from '../../api/platform/log.ts';
import { createStandIn } from '../../scripts/stripe-stand-in/create-stand-in.ts';
import { close, listen, startFront, type Front } from './stripe-front.ts';

/** The stand-in for Stripe in this process: it lives on when an API process is killed. */
export interface StripeServer {
  /** What an API process has to be told. */
  readonly environment: Readonly<Record<string, string>>;
  /** The way on which API processes reach it; this process has one of its own. */
  readonly front: Front;
  readonly client: Stripe;
  /** Where events go from now on; null: nowhere. */
  readonly deliverTo: (apiUrl: string | null) => void;
  /** From now on it is that time at Stripe, and goes on from it. */
  readonly setTime: (time: Date) => void;
  /** The bank of a customer wants a charge back, or has decided. */
  readonly dispute: (charge: string, status: Stripe.Dispute.Status) => Promise<void>;
  /** Fills in the form of a page of Stripe's with a card. */
  readonly pay: (pageUrl: string, card?: TestCard) => Promise<'paid' | 'not paid'>;
  /** Changes to another plan in the portal; `not paid` too where it was changed already. */
  readonly changePlan: (portalUrl: string, plan: PlanId) => Promise<'paid' | 'not paid'>;
  /** The same for the page of an invoice. */
  readonly payInvoice: (pageUrl: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const cards = {
  good: '4242424242424242',
  /** Pays once, and no renewal. */
  onlyOnce: '4000000000000341',
};
export type TestCard = keyof typeof cards;

const secretKey = 'sk_test_proof_0123456789';
export const webhookSecret = 'whsec_proof_0123456789';

/** `latency`: milliseconds that each request of an API process is on its way. */
export async function startStripe({ latency }: { latency?: () => number } = {}): Promise<StripeServer> {
  let shift = 0;
  let webhookUrl: string | null = null;
  const app = express();
  const server = createServer(app);
  const backUrl = `http://127.0.0.1:${await listen(server, 0)}`;
  const front = await startFront({ backUrl, ...(latency && { latency }) });
  const standIn = createStandIn({
    secretKey,
    webhookSecret,
    webhookUrl: () => webhookUrl,
    origin: () => backUrl,
    file: null,
    now: () => Date.now() + shift,
    log: createLog('silent'),
  });
  app.use(standIn.router);
  standIn.start();
  return {
    environment: { STRIPE_API_URL: front.url, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret },
    front,
    client: connect(backUrl),
    deliverTo: (apiUrl) => void (webhookUrl = apiUrl && `${apiUrl}/api/webhooks/stripe/`),
    setTime: (time) => void (shift = time.getTime() - Date.now()),
    pay,
    async changePlan(portalUrl, plan) {
      const { data } = await connect(backUrl).prices.list({ product: `plan_${plan}`, active: true });
      const body = new URLSearchParams({ price: data[0]!.id });
      return toOutcome(await fetch(`${portalUrl}/plan`, { method: 'POST', body, redirect: 'manual' }));
    },
    payInvoice: async (pageUrl) => void (await sendCard(pageUrl, 'good')),
    async dispute(charge, status) {
      const headers = { Authorization: `Bearer ${secretKey}` };
      const body = new URLSearchParams({ charge, status });
      const response = await fetch(`${backUrl}/v1/stand_in/disputes`, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(await response.text());
    },
    async close() {
      webhookUrl = null;
      await standIn.stop();
      await front.close();
      await close(server);
    },
  };
}

/** A client of the SDK, on the way that is always well. */
function connect(url: string): Stripe {
  const { hostname: host, port } = new URL(url);
  return new Stripe(secretKey, { protocol: 'http', host, port: Number(port), telemetry: false });
}

async function pay(pageUrl: string, card: TestCard = 'good'): Promise<'paid' | 'not paid'> {
  return toOutcome(await sendCard(pageUrl, card));
}

/** A customer who has paid is led back to the site. */
function toOutcome({ status, headers }: Response): 'paid' | 'not paid' {
  const isBack = status === 303 && headers.get('location')?.includes('/cabinet/') === true;
  return isBack ? 'paid' : 'not paid';
}

let cardsSent = 0;

/** Each with another expiry date, which makes it another card: the guarantee is once a card. */
function sendCard(pageUrl: string, card: TestCard): Promise<Response> {
  const [month, year] = [1 + (cardsSent % 12), 30 + (Math.floor(cardsSent / 12) % 70)];
  cardsSent += 1;
  const expiry = `${String(month).padStart(2, '0')} / ${year}`;
  const body = new URLSearchParams({ number: cards[card], expiry, cvc: '123', name: 'Proof' });
  return fetch(pageUrl, { method: 'POST', body, redirect: 'manual' });
}
