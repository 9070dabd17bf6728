import type { Stripe } from 'stripe';

/** What changes an amount before it is paid. */
interface PriceTerms {
  readonly coupon: Stripe.Coupon | null;
  /** What of the amount is tax, which prices include here; null: none is worked out. */
  readonly taxPercent: number | null;
}

/** An amount with what was taken off, and the tax in it. */
export function totalsOf(subtotal: number, { coupon, taxPercent }: PriceTerms) {
  const discount = coupon ? discountOf(coupon, subtotal) : 0;
  const total = subtotal - discount;
  return { subtotal, discount, tax: taxIn(total, taxPercent), total };
}

/** What a coupon takes off an amount, at most all of it. */
function discountOf({ percent_off, amount_off }: Stripe.Coupon, amount: number): number {
  return Math.min(percent_off === null ? (amount_off ?? 0) : Math.round((amount * percent_off) / 100), amount);
}

/** The tax that an amount includes. */
export function taxIn(amount: number, percent: number | null): number {
  return Math.round((amount * (percent ?? 0)) / (100 + (percent ?? 0)));
}
