import type { Stripe } from 'stripe';
import type { portal } from '../../../schemas/api/payments.ts';
import { ApiError } from '../../platform/http/problem.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import type { ManifestPlan } from '../plan.ts';
import { askWithoutGone, ensureCustomer, findCustomer } from '../customers.ts';
import type { PaymentDependencies } from '../open-payments.ts';
import { asUnavailable, isStripeRefusal, stripeReason } from '../stripe.ts';
import { type BoughtRows, readBought } from '../rows.ts';
import { describeBought } from './bought.ts';
import { paymentLimits } from '../limits.ts';

type Target = 'card' | 'plan' | 'cancel';

/**
 * A page of Stripe where a member changes the card, the plan and the details on invoices, sees invoices and cancels: for
 * a few minutes, and for them alone. `sync` reads what they do there, as all else.
 */
export function createPortal(services: PaymentDependencies): Handler<typeof portal> {
  const { database, rateLimits, stripe, sync, portals, plans, siteUrl } = services;
  return async ({ user: { user }, body: { to } }) => {
    await rateLimits.consume(paymentLimits.portalByUser, user.id);
    const known = await findCustomer(database, user.id);
    if (known === null) throw new ApiError('not_found');
    const page = user.accessTo !== null && Date.parse(user.accessTo) > Date.now() ? 'profile' : 'payment';
    const return_url = `${siteUrl()}/cabinet/${page}?fresh=1`;
    const open = async () => {
      const customer = await ensureCustomer(services, { ...user, userId: user.id }, `portal-${known}`);
      const bought = await readBought(database, user.id);
      const flow = to && { ...describeFlow(bought, to), after_completion: redirectTo(return_url) };
      const client = await stripe();
      const configuration = await portals.find({ language: user.language, currency: currencyOf(bought, plans) });
      const about = { customer, configuration, locale: user.language, return_url };
      return (
        (await openWithOffer(services, about, flow)) ??
        (await client.billingPortal.sessions.create({ ...about, ...(flow && { flow_data: flow }) }))
      );
    };
    try {
      return { url: (await askWithoutGone(services, user.id, open)).url };
    } catch (error) {
      if (!to || !isStripeRefusal(error)) throw asUnavailable(error);
      // It was changed elsewhere: the page is to show how.
      await sync.user(user.id).catch((failure: unknown) => {
        throw asUnavailable(failure);
      });
      throw new ApiError('not_changeable', { cause: error });
    }
  };
}

/** A subscription keeps its currency. */
function currencyOf({ subscriptions, payments }: BoughtRows, plans: readonly ManifestPlan[]): string {
  const running = subscriptions.find(({ endedAt }) => endedAt === null);
  return (running ?? payments[0] ?? plans[0])?.currency ?? '';
}

function redirectTo(return_url: string): Stripe.BillingPortal.SessionCreateParams.FlowData.AfterCompletion {
  return { type: 'redirect', redirect: { return_url } };
}

type FlowData = Stripe.BillingPortal.SessionCreateParams.FlowData;

/**
 * The page to cancel on, with a discount for staying. Undefined where there is nothing to offer: also where a payment is
 * owed, where there has been a discount, which could otherwise be had again and again, and where Stripe refuses the coupon.
 */
async function openWithOffer(
  { stripe, pages, log }: PaymentDependencies,
  about: Stripe.BillingPortal.SessionCreateParams,
  flow: FlowData | undefined,
): Promise<Stripe.BillingPortal.Session | undefined> {
  const { cancelOffer: coupon } = pages;
  const cancel = flow?.subscription_cancel;
  if (coupon === null || !cancel) return undefined;
  const { subscription } = cancel;
  const client = await stripe();
  const [{ status, discounts }, invoices] = await Promise.all([
    client.subscriptions.retrieve(subscription),
    client.invoices.list({ subscription, limit: 100 }),
  ]);
  const hadDiscount = discounts.length > 0 || invoices.data.some((invoice) => invoice.discounts.length > 0);
  if (status !== 'active' || hadDiscount) return undefined;
  const retention = { type: 'coupon_offer', coupon_offer: { coupon } } as const;
  const flow_data = { ...flow, subscription_cancel: { subscription, retention } };
  try {
    return await client.billingPortal.sessions.create({ ...about, flow_data });
  } catch (error) {
    if (!isStripeRefusal(error)) throw error;
    log.warn('cancel_offer_refused', { reason: stripeReason(error) });
    return undefined;
  }
}

/** Where a button leads to one thing. Throws `not_changeable` where there is no subscription for it. */
function describeFlow(bought: BoughtRows, to: Target): FlowData {
  if (to === 'card') return { type: 'payment_method_update' };
  const { subscriptions } = describeBought(bought, { now: Date.now() });
  // One whose payment has failed can only be cancelled: it has nothing to change from.
  const running = subscriptions.find(
    ({ status, renewsAt }) => renewsAt !== null || (to === 'cancel' && status === 'past_due'),
  );
  if (!running) throw new ApiError('not_changeable');
  const { id: subscription } = running;
  return to === 'plan'
    ? { type: 'subscription_update', subscription_update: { subscription } }
    : { type: 'subscription_cancel', subscription_cancel: { subscription } };
}
