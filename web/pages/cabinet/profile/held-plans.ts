import type { Payment, Purchases, Subscription } from '../payments.ts';
import { serverNow } from '../../../session/server-time.ts';

/** A plan of the user: Lifetime, which is a payment, or a subscription. */
export type HeldPlan =
  | { readonly kind: 'lifetime'; readonly id: string; readonly plan: 'lifetime' }
  | {
      readonly kind: 'subscription';
      readonly id: string;
      readonly plan: Subscription['plan'];
      readonly subscription: Subscription;
    };

/** What the user has now: Lifetime first, then the subscriptions that have not ended. */
export function heldPlans({ subscriptions, payments }: Purchases): readonly HeldPlan[] {
  const lifetime = payments
    .filter(({ plan, status }) => plan === 'lifetime' && status === 'succeeded')
    .slice(0, 1)
    .map(({ id }): HeldPlan => ({ kind: 'lifetime', id, plan: 'lifetime' }));
  return [...lifetime, ...subscriptions.filter(({ status }) => status !== 'ended').map(toHeldPlan)];
}

/** What there is to be shown: what the user has, or else what they had last; nothing where there was never anything. */
export function shownPlans(purchases: Purchases): readonly HeldPlan[] {
  const held = heldPlans(purchases);
  return held.length > 0 ? held : purchases.subscriptions.slice(0, 1).map(toHeldPlan);
}

/** The payments that can be given back at this moment: that of a first plan, of a switch to Lifetime, or both. */
export function refundablePayments({ payments }: Purchases, now = serverNow()): readonly Payment[] {
  return payments.filter(({ refundableUntil }) => refundableUntil !== null && new Date(refundableUntil) > now);
}

function toHeldPlan(subscription: Subscription): HeldPlan {
  return { kind: 'subscription', id: subscription.id, plan: subscription.plan, subscription };
}
