import type { Payment, Purchases, Subscription } from '../payments.ts';
import { serverNow } from '../../../session/server-time.ts';

/** A plan of the user: Lifetime, which is a payment, or a subscription. */
export type CurrentPlan =
  | { readonly kind: 'lifetime'; readonly id: string; readonly plan: 'lifetime' }
  | {
      readonly kind: 'subscription';
      readonly id: string;
      readonly plan: Subscription['plan'];
      readonly subscription: Subscription;
    };

/** What the user has now: Lifetime first, then the subscriptions that have not ended. */
export function currentPlans({ subscriptions, payments }: Purchases): readonly CurrentPlan[] {
  const lifetime = payments
    .filter(({ plan, status }) => plan === 'lifetime' && status === 'succeeded')
    .slice(0, 1)
    .map(({ id }): CurrentPlan => ({ kind: 'lifetime', id, plan: 'lifetime' }));
  return [...lifetime, ...subscriptions.filter(({ status }) => status !== 'ended').map(toCurrentPlan)];
}

/** What there is to be shown: what the user has, or else what they had last; nothing where there was never anything. */
export function shownPlans(purchases: Purchases): readonly CurrentPlan[] {
  const current = currentPlans(purchases);
  return current.length > 0 ? current : purchases.subscriptions.slice(0, 1).map(toCurrentPlan);
}

/** The payments that can be given back at this moment: that of a first plan, of a switch to Lifetime, or both. */
export function refundablePayments({ payments }: Purchases, now = serverNow()): readonly Payment[] {
  return payments.filter(({ refundableUntil }) => refundableUntil !== null && new Date(refundableUntil) > now);
}

/** What ends when a payment is given back, and what remains: a subscription may have another plan than was bought. */
export function afterRefund({ plan }: Payment, current: readonly CurrentPlan[]) {
  const isEnding = ({ kind }: CurrentPlan) => (kind === 'lifetime') === (plan === 'lifetime');
  return { plan: current.find(isEnding)?.plan ?? plan, left: current.find((each) => !isEnding(each)) };
}

function toCurrentPlan(subscription: Subscription): CurrentPlan {
  return { kind: 'subscription', id: subscription.id, plan: subscription.plan, subscription };
}
