import express, { type Request, type Router } from 'express';
import type { Stripe } from 'stripe';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/problem.ts';
import { recordOf } from '../../platform/http/log-calls.ts';
import { refuseMethod } from '../../platform/http/calls.ts';
import type { Log } from '../../platform/log.ts';
import { isLiveKey, type StripeSettings } from '../../platform/config/stripe.ts';
import type { StripeSource } from '../stripe.ts';
import { storeEvent } from './stripe-events.ts';
import { createRouter } from '../../platform/http/router.ts';

export interface WebhookDependencies {
  readonly database: Database;
  readonly stripe: StripeSource;
  readonly settings: () => Pick<StripeSettings, 'secretKey' | 'webhookSecret'>;
  /** Makes the worker look at the event at once. */
  readonly wakeWorker: () => void;
  readonly log: Log;
}

/** Below `/api`. */
const path = '/webhooks/stripe/';

const maxEventBytes = 1024 * 1024;

/**
 * Where Stripe delivers its events. One is acknowledged once it is written down with its job, so that none is lost;
 * Stripe brings those again that are not. Goes below `/api`, before the calls, and after what gives requests their ids.
 */
export function createWebhookRoute(parts: WebhookDependencies): Router {
  const router = createRouter();
  router.use(path, (_request, response, next) => {
    recordOf(response).route = path;
    next();
  });
  // The signature is of the very bytes.
  router.post(path, express.raw({ type: () => true, limit: maxEventBytes }), async (request, response) => {
    await receiveEvent(parts, await verify(parts, request));
    response.status(200).json({ received: true });
  });
  router.all(path, refuseMethod(path, ['POST']));
  return router;
}

/** Rejects with `bad_request` what is no event, or was not signed with one of our secrets in the last five minutes. */
async function verify({ stripe, settings, log }: WebhookDependencies, request: Request): Promise<Stripe.Event> {
  const signature = request.headers['stripe-signature'];
  if (typeof signature !== 'string') throw new ApiError('bad_request');
  const body: unknown = request.body;
  if (!Buffer.isBuffer(body)) throw new ApiError('bad_request');
  const { webhooks } = await stripe();
  let cause: unknown;
  for (const secret of settings().webhookSecret.split(',')) {
    try {
      const event: unknown = await webhooks.constructEventAsync(body, signature, secret.trim());
      if (isEvent(event)) return event;
      cause = new TypeError('What was signed is no event');
    } catch (error) {
      cause = error;
    }
  }
  log.warn('webhook_refused', { reason: cause instanceof Error ? cause.name : 'unknown' });
  throw new ApiError('bad_request', { cause });
}

/** Whether it has what we read of an event. */
function isEvent(value: unknown): value is Stripe.Event {
  if (!isRecord(value) || !isRecord(value['data']) || !isRecord(value['data']['object'])) return false;
  const { id, type, created, livemode } = value;
  const areNames = [id, type].every((name) => typeof name === 'string' && /^[\w.]{1,255}$/.test(name));
  const isTime = typeof created === 'number' && Number.isInteger(created) && created >= 0 && created < 1e11;
  return areNames && isTime && typeof livemode === 'boolean';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Events of the other mode are not ours: a test payment opens nothing. */
async function receiveEvent(
  { database, settings, wakeWorker }: WebhookDependencies,
  event: Stripe.Event,
): Promise<void> {
  if (event.livemode !== isLiveKey(settings().secretKey)) return;
  if (await storeEvent(database, event)) wakeWorker();
}
