import type { Stripe } from 'stripe';
import { newObject, newId, nulls, type Parts } from './fields.ts';

/** Of a percentage, or of an amount in a currency. */
export function newCoupon(parts: Parts<Stripe.Coupon, 'created'>): Stripe.Coupon {
  return {
    ...newObject('coupon', 'coupon'),
    ...nulls('amount_off', 'currency', 'duration_in_months', 'max_redemptions', 'name', 'percent_off', 'redeem_by'),
    duration: 'once',
    metadata: {},
    times_redeemed: 0,
    valid: true,
    ...parts,
  } satisfies Stripe.Coupon;
}

export function newPromotionCode(
  coupon: string,
  parts: Parts<Stripe.PromotionCode, 'created' | 'code'>,
): Stripe.PromotionCode {
  return {
    ...newObject('promo', 'promotion_code'),
    ...nulls('customer', 'customer_account', 'expires_at', 'max_redemptions'),
    active: true,
    metadata: {},
    promotion: { coupon, type: 'coupon' },
    restrictions: { first_time_transaction: false, ...nulls('minimum_amount', 'minimum_amount_currency') },
    times_redeemed: 0,
    ...parts,
  } satisfies Stripe.PromotionCode;
}

type DiscountParts = Parts<Stripe.Discount, 'checkout_session' | 'customer' | 'promotion_code' | 'subscription'>;

/** An `end` of null: it is for good, or for one invoice. */
export function newDiscount(coupon: string, parts: DiscountParts & Pick<Stripe.Discount, 'start' | 'end'>) {
  return {
    id: newId('di'),
    object: 'discount',
    ...nulls('customer_account', 'invoice', 'invoice_item', 'subscription_item'),
    source: { coupon, type: 'coupon' },
    ...parts,
  } satisfies Stripe.Discount;
}
