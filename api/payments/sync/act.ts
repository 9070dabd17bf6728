import type { Stripe } from 'stripe';
import type { Log } from '../../log.ts';
import { expirePage } from '../calls/close-page.ts';
import { asStripeError, isOfStripe, isStripeRefusal, reasonOf, StripeError } from '../stripe.ts';
import type { StripeAction } from './choose-actions.ts';

/**
 * Does all that is to be done, one after the other. Rejects with a `StripeError` where Stripe does not answer, and, once
 * the rest is done, where it refuses one. Any of them may be done twice: what is done already is left at that.
 */
export async function act(stripe: Stripe, actions: readonly StripeAction[], log: Log): Promise<void> {
  let refusal: StripeError | undefined;
  const notGivenBack = new Set<string>();
  for (const action of actions) {
    if (action.kind === 'cancel' && action.owed !== undefined && notGivenBack.has(action.owed)) continue;
    const context = { action: action.kind, subject: subjectOf(action) };
    try {
      await run(stripe, action);
      log.info('stripe_corrected', context);
    } catch (error) {
      const known = asStripeError(error);
      if (known instanceof StripeError || !isOfStripe(error)) throw known;
      if (isDoneAlready(error)) continue;
      log.error('stripe_refused', error, context);
      if (action.kind === 'refund') notGivenBack.add(action.paymentIntentId);
      refusal = new StripeError(`${action.kind} was refused: ${reasonOf(error)}`, { cause: error });
    }
  }
  if (refusal) throw refusal;
}

/**
 * Only a refund needs a key, for it alone adds to what was done before. Under one of their own the others would be
 * answered for a day from Stripe's memory, although somebody has changed the subscription back since.
 */
async function run(stripe: Stripe, action: StripeAction): Promise<void> {
  switch (action.kind) {
    case 'refund': {
      const { paymentIntentId } = action;
      const idempotencyKey = `refund-${paymentIntentId}`;
      await stripe.refunds.create({ payment_intent: paymentIntentId }, { idempotencyKey });
      return;
    }
    case 'cancel':
      await stripe.subscriptions.cancel(action.subscriptionId);
      return;
    case 'cancel_at_period_end':
      await stripe.subscriptions.update(action.subscriptionId, { cancel_at_period_end: true });
      return;
    case 'keep_new_card': {
      const paymentSettings = { save_default_payment_method: 'on_subscription' } as const;
      await stripe.subscriptions.update(action.subscriptionId, { payment_settings: paymentSettings });
      return;
    }
    case 'expire':
      await expirePage(stripe, action.checkoutId);
  }
}

/** By somebody else since it was read; for a subscription that has ended, Stripe says that there is none. */
function isDoneAlready(error: unknown): boolean {
  return isStripeRefusal(error, 'charge_already_refunded') || isStripeRefusal(error, 'resource_missing');
}

function subjectOf(action: StripeAction): string {
  if (action.kind === 'refund') return action.paymentIntentId;
  return action.kind === 'expire' ? action.checkoutId : action.subscriptionId;
}
