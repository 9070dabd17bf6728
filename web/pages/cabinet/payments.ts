import type { ReplyOf } from '../../../schemas/api/call.ts';
import type * as contract from '../../../schemas/api/payments.ts';
import { trackingNames } from '../../analytics/consent.ts';
import { session } from '../../session/page-session.ts';

export type { Payment, PaymentStatus, PlanId, Subscription } from '../../../schemas/api/payments.ts';

/** What can be bought, and what the user has bought: newest first. */
export type Purchases = ReplyOf<typeof contract.subscriptions>;
/** What Stripe's portal leads to. */
export type PortalTarget = 'card' | 'plan' | 'cancel';
/** What is bought, and the price that was shown: refused where it is another by now. */
export interface PlanOrder {
  readonly plan: contract.PlanId;
  readonly amount: number;
  readonly currency: string;
}
/** What Lifetime costs a member with a plan, and what was taken off for it. */
export type LifetimePrice = ReplyOf<typeof contract.lifetimePrice>;
/** A payment that has begun; `url` is Stripe's page where it is made. */
export type BegunPayment = ReplyOf<typeof contract.buy>;
/** How a payment of the user stands. */
export type PaymentReport = ReplyOf<typeof contract.status>;

/**
 * Everything that pages do with payments. Each rejects with an `ApiProblem` where the server refuses and with a
 * `UserFacingError` where it can't be loaded: `showError` has the words for both. None of them changes the user who is
 * shown: where access may have changed, `reloadUser` loads it again.
 */
export const payments = {
  /** The plans, and the user's subscriptions and payments; `fresh`: as Stripe has them now. */
  list({ fresh }: { readonly fresh: boolean }): Promise<Purchases> {
    // The client has no word for what follows a question mark.
    const path = `/v1/payments/subscriptions/${fresh ? '?fresh=true' : ''}` as '/v1/payments/subscriptions/';
    return session().api.call<typeof contract.subscriptions>('GET', path);
  },

  /** Begins a payment, or goes on with the one that is open. */
  buy(choice: PlanOrder): Promise<BegunPayment> {
    const tracking = trackingNames();
    const body = { ...choice, ...(tracking && { tracking }) };
    return session().api.call<typeof contract.buy>('POST', '/v1/payments/buy/', { body });
  },

  /** What the user pays for Lifetime, by the rest of their plan now. */
  lifetimePrice(): Promise<LifetimePrice> {
    return session().api.call<typeof contract.lifetimePrice>('GET', '/v1/payments/lifetime/');
  },

  /** How a payment stands, by what Stripe says now. */
  status(id: string): Promise<PaymentReport> {
    return session().api.call<typeof contract.status>('GET', '/v1/payments/status/{id}/', { params: { id } });
  },

  /** Stripe's page for what the user has bought; the address soon runs out. */
  async portal(to?: PortalTarget): Promise<string> {
    const body = to === undefined ? {} : { to };
    const { url } = await session().api.call<typeof contract.portal>('POST', '/v1/payments/portal/', { body });
    return url;
  },

  /** Gives a payment back, and ends what it paid for. */
  refund(id: string): Promise<contract.Payment> {
    return session().api.call<typeof contract.refundPayment>('POST', '/v1/payments/{id}/refund/', { params: { id } });
  },

  /** Loads the user again: a payment, a refund or a cancellation may have changed until when they have access. */
  async reloadUser(): Promise<void> {
    await session().load();
  },

  /** Shows the user with the access that a payment's report names, so that it counts at once, also offline. */
  takeAccess(accessTo: string): void {
    const user = session().user();
    if (user) session().change({ ...user, accessTo: new Date(accessTo) });
  },
} as const;
