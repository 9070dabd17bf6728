import { onTestFinished } from 'vitest';
import type { Stripe } from 'stripe';
import { createLog } from '../../../api/platform/log.ts';
import { createWebhookRoute, type WebhookDependencies } from '../../../api/payments/events/webhook-route.ts';
import { runApp } from '../../harness/app.ts';
import { secretKey, webhookSecret, type RunningStandIn } from '../../stripe-stand-in/running-stand-in.ts';
import type { Customer, Shop } from '../sync/shop.ts';

/** The webhook of an app, as Stripe would call it. The app ends after the test. */
export async function openWebhook(
  { database, stripe }: Shop,
  standIn: RunningStandIn,
  overrides: Partial<WebhookDependencies> = {},
) {
  let wakes = 0;
  const webhooks = createWebhookRoute({
    database,
    stripe,
    settings: () => ({ secretKey, webhookSecret }),
    wakeWorker: () => void (wakes += 1),
    log: createLog('silent'),
    ...overrides,
  });
  const app = await runApp({ webhooks });
  onTestFinished(() => app.close());

  function post(body: string, headers: Readonly<Record<string, string>>) {
    return app.ask('/api/webhooks/stripe/', { method: 'POST', body, headers });
  }
  return {
    app,
    wakes: () => wakes,
    post,
    async deliver(event: object, secret = webhookSecret): Promise<number> {
      const payload = JSON.stringify(event);
      const signature = standIn.stripe.webhooks.generateTestHeaderString({ payload, secret });
      return (await post(payload, { 'content-type': 'application/json', 'stripe-signature': signature })).status;
    },
  };
}

/** All events about a customer, the newest first. */
export async function eventsOf({ stripe }: RunningStandIn, { stripeId }: Customer): Promise<Stripe.Event[]> {
  const events: Stripe.Event[] = [];
  for await (const event of stripe.events.list({ limit: 100 }))
    if (JSON.stringify(event).includes(stripeId)) events.push(event);
  return events;
}
