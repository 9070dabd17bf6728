import express, { Router, type Request, type Response } from 'express';
import type { Stripe } from 'stripe';
import type { Database } from '../../db/database.ts';
import { ApiError } from '../../http/api-error.ts';
import { recordOf } from '../../http/call-record.ts';
import { refuseMethod } from '../../http/create-call-router.ts';
import type { Log } from '../../log.ts';
import type { StripeSettings, StripeSource } from '../stripe.ts';
import { storeEvent } from './event-store.ts';

export interface WebhookParts {
  readonly database: Database;
  readonly stripe: StripeSource;
  readonly settings: () => Pick<StripeSettings, 'secretKey' | 'webhookSecret'>;
  /** Has the worker look at the event at once. */
  readonly wakeWorker: () => void;
  readonly log: Log;
}

/** Below `/api`. */
const path = '/webhooks/stripe/';

/**
 * Where Stripe delivers its events. One is acknowledged once it is written down with its job, so that none is lost;
 * Stripe brings those again that are not. Goes below `/api`, before the calls, and after what gives requests their ids.
 */
export function createWebhookRoute(parts: WebhookParts): Router {
  const router = Router();
  // The signature is of the very bytes.
  const readBytes = express.raw({ type: () => true, limit: '1mb', inflate: false });
  router.post(path, nameRoute, readBytes, async (request, response) => {
    await takeIn(parts, await verify(parts, request));
    response.status(200).json({ received: true });
  });
  router.all(path, refuseMethod(path, ['POST']));
  return router;
}

function nameRoute(_request: Request, response: Response, next: () => void): void {
  recordOf(response).route = path;
  next();
}

/** Rejects with `bad_request` what Stripe has not signed with one of our secrets in the last five minutes. */
async function verify({ stripe, settings, log }: WebhookParts, request: Request): Promise<Stripe.Event> {
  const { webhooks } = await stripe();
  const signature = request.headers['stripe-signature'];
  const body: unknown = request.body;
  if (typeof signature !== 'string' || !Buffer.isBuffer(body)) throw new ApiError('bad_request');
  let cause: unknown;
  for (const secret of settings().webhookSecret.split(',')) {
    try {
      return await webhooks.constructEventAsync(body, signature, secret.trim());
    } catch (error) {
      cause = error;
    }
  }
  log.warn('webhook_refused', { reason: cause instanceof Error ? cause.name : 'unknown' });
  throw new ApiError('bad_request', { cause });
}

/** Events of the other mode are not ours: a test payment opens nothing. */
async function takeIn({ database, settings, wakeWorker }: WebhookParts, event: Stripe.Event): Promise<void> {
  if (event.livemode !== isLiveKey(settings().secretKey)) return;
  if (await storeEvent(database, event)) wakeWorker();
}

function isLiveKey(secretKey: string): boolean {
  return /^[rs]k_live_/.test(secretKey);
}
