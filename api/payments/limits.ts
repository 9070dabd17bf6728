import { inSeconds, nameLimits } from '../platform/http/rate-limits.ts';

const { hour } = inSeconds;

/** How often a member may begin what Stripe is asked for. */
export const paymentLimits = nameLimits({
  buyByUser: { points: 120, duration: hour },
  /** Pages of Stripe's customer portal, and returns from them, where Stripe is read; beyond them it isn't read. */
  portalByUser: { points: 120, duration: hour },
  refundsByUser: { points: 30, duration: hour },
});
