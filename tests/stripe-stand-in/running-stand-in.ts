import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { Stripe } from 'stripe';
import { createLog } from '../../api/platform/log.ts';
import type { AuthenticationAnswer, PayResult } from '../../scripts/stripe-stand-in/actions/pay-result.ts';
import type { CardInput } from '../../scripts/stripe-stand-in/billing/cards.ts';
import { createStandIn, type DevelopmentStandIn } from '../../scripts/stripe-stand-in/create-stand-in.ts';

export const secretKey = 'sk_test_0123456789';
export const webhookSecret = 'whsec_0123456789';

/** Stripe's test numbers by what they do. */
export const testCards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  /** Pays the first purchase, and nothing later. */
  failsLater: '4000000000000341',
  authenticates: '4000002500003155',
  /** Needs somebody at each payment, so its renewals fail. */
  authenticatesAlways: '4000002760003184',
  disputed: '4000000000000259',
} as const;
export type TestCard = keyof typeof testCards;

export interface RunningStandInOptions {
  /** Where events go, if not to `receiver`. */
  readonly webhookUrl?: () => string | null;
  /** Takes events, checked by their signature; throws to refuse one. */
  readonly receive?: (event: Stripe.Event) => void | Promise<void>;
  readonly file?: string;
  /** Milliseconds since 1970 at the start; the time stands still, and is moved with `setTime`. Default: real time. */
  readonly now?: number;
}

export interface RunningStandIn {
  readonly standIn: DevelopmentStandIn;
  readonly url: string;
  /** The real SDK, talking to it. */
  readonly stripe: Stripe;
  /** Pays a Checkout Session, by its id or its address. */
  pay(session: string, card?: TestCard | CardInput): Promise<PayResult>;
  authenticate(session: string, answer: AuthenticationAnswer): Promise<PayResult>;
  /** Pays an open invoice on its hosted page, by its id or its address. */
  payInvoice(invoice: string, card?: TestCard | CardInput): Promise<PayResult>;
  authenticateInvoice(invoice: string, answer: AuthenticationAnswer): Promise<PayResult>;
  /** A test clock that stands at this time, such as `2026-01-31T10:00:00Z`. */
  createClock(time: string | number): Promise<Stripe.TestHelpers.TestClock>;
  advance(clock: string, time: string | number): Promise<void>;
  /** The customer disputes a charge, or its dispute goes on. */
  dispute(charge: string, status?: Stripe.Dispute.Status): Promise<Stripe.Dispute>;
  /** It is that time now without a test clock. */
  setTime(milliseconds: number): void;
  stop(): Promise<void>;
}

/** A stand-in that listens on a port of its own. */
export async function runStandIn(options: RunningStandInOptions = {}): Promise<RunningStandIn> {
  const receiver = options.receive ? await startReceiver(options.receive) : null;
  let time = options.now;
  const app = express();
  const server = createServer(app);
  const url = await listen(server);
  const standIn = createStandIn({
    secretKey,
    webhookSecret,
    webhookUrl: () => options.webhookUrl?.() ?? receiver?.url ?? null,
    origin: () => url,
    file: options.file ?? null,
    now: () => time ?? Date.now(),
    log: createLog('error'),
  });
  const { actions } = standIn;
  app.use(standIn.router, standIn.desk);
  standIn.start();
  const stripe = connect(url);
  return {
    standIn,
    url,
    stripe,
    pay: (session, card = 'good') => actions.pay(idIn(session), cardOf(card)),
    authenticate: (session, answer) => actions.authenticate(idIn(session), answer),
    payInvoice: (invoice, card = 'good') => actions.payInvoice(idIn(invoice), cardOf(card)),
    authenticateInvoice: (invoice, answer) => actions.authenticateInvoice(idIn(invoice), answer),
    createClock: (at) => stripe.testHelpers.testClocks.create({ frozen_time: secondsOf(at) }),
    async advance(clock, to) {
      await stripe.testHelpers.testClocks.advance(clock, { frozen_time: secondsOf(to) });
    },
    dispute: (charge, status = 'needs_response') => disputeCharge(url, charge, status),
    setTime: (milliseconds) => (time = milliseconds),
    async stop() {
      await standIn.stop();
      await Promise.all([close(server), receiver && close(receiver.server)]);
    },
  };
}

/** A client with the key of the stand-in, or another. */
export function connect(url: string, key: string = secretKey): Stripe {
  const { hostname: host, port } = new URL(url);
  return new Stripe(key, { host, port: Number(port), protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

export function cardOf(card: TestCard | CardInput): CardInput {
  return typeof card === 'string' ? { number: testCards[card], expMonth: 12, expYear: 2090, cvc: '123' } : card;
}

/** Seconds since 1970. */
export function secondsOf(time: string | number): number {
  return typeof time === 'number' ? time : Date.parse(time) / 1000;
}

async function disputeCharge(url: string, charge: string, status: Stripe.Dispute.Status): Promise<Stripe.Dispute> {
  const response = await fetch(`${url}/v1/stand_in/disputes`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ charge, status }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Stripe.Dispute;
}

function idIn(idOrAddress: string): string {
  return idOrAddress.split('/').at(-1) ?? '';
}

async function startReceiver(receive: NonNullable<RunningStandInOptions['receive']>) {
  const take = async (request: IncomingMessage): Promise<void> => {
    const signature = String(request.headers['stripe-signature']);
    await receive(await Stripe.webhooks.constructEventAsync(await text(request), signature, webhookSecret));
  };
  const server = createServer((request, response) => {
    void take(request).then(
      () => response.writeHead(200).end(),
      () => response.writeHead(500).end(),
    );
  });
  return { server, url: await listen(server) };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
