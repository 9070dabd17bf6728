import type { Stripe } from 'stripe';
import { newId } from './fields.ts';

interface CouponSource {
  readonly id: string | null;
  readonly created: number;
  readonly name: string | null;
  /** Either of them. */
  readonly percentOff: number | null;
  readonly amountOff: number | null;
  readonly currency: string | null;
  readonly duration: 'forever' | 'once' | 'repeating';
  readonly months: number | null;
  readonly maxRedemptions: number | null;
  readonly redeemBy: number | null;
  /** Empty: any. */
  readonly products: readonly string[];
  readonly metadata: Stripe.Metadata;
}

export function newCoupon(source: CouponSource): Stripe.Coupon {
  return {
    id: source.id ?? newId('coupon'),
    object: 'coupon',
    amount_off: source.amountOff,
    ...(source.products.length > 0 && { applies_to: { products: [...source.products] } }),
    created: source.created,
    currency: source.currency,
    duration: source.duration,
    duration_in_months: source.months,
    livemode: false,
    max_redemptions: source.maxRedemptions,
    metadata: source.metadata,
    name: source.name,
    percent_off: source.percentOff,
    redeem_by: source.redeemBy,
    times_redeemed: 0,
    valid: true,
  } satisfies Stripe.Coupon;
}

interface PromotionCodeSource {
  readonly created: number;
  readonly coupon: string;
  readonly code: string;
  readonly customer: string | null;
  readonly expiresAt: number | null;
  readonly maxRedemptions: number | null;
  readonly isForFirstPurchase: boolean;
  readonly metadata: Stripe.Metadata;
}

export function newPromotionCode(source: PromotionCodeSource): Stripe.PromotionCode {
  return {
    id: newId('promo'),
    object: 'promotion_code',
    active: true,
    code: source.code,
    created: source.created,
    customer: source.customer,
    customer_account: null,
    expires_at: source.expiresAt,
    livemode: false,
    max_redemptions: source.maxRedemptions,
    metadata: source.metadata,
    promotion: { coupon: source.coupon, type: 'coupon' },
    restrictions: {
      first_time_transaction: source.isForFirstPurchase,
      minimum_amount: null,
      minimum_amount_currency: null,
    },
    times_redeemed: 0,
  } satisfies Stripe.PromotionCode;
}

type DiscountSource = Pick<Stripe.Discount, 'checkout_session' | 'customer' | 'promotion_code' | 'subscription'> & {
  readonly coupon: Stripe.Coupon;
  readonly start: number;
  /** Null: for good, or for one invoice. */
  readonly end: number | null;
};

export function newDiscount({ coupon, start, end, ...of }: DiscountSource): Stripe.Discount {
  return {
    id: newId('di'),
    object: 'discount',
    ...of,
    customer_account: null,
    end,
    invoice: null,
    invoice_item: null,
    source: { coupon: coupon.id, type: 'coupon' },
    start,
    subscription_item: null,
  } satisfies Stripe.Discount;
}
