import type { Stripe } from 'stripe';
import { newDiscount } from '../objects/discount.ts';
import { idOf } from '../objects/fields.ts';
import type { Books } from '../state/books.ts';
import { addMonths } from './calendar.ts';

/** Why a promotion code is not taken. */
export type PromotionProblem = 'unknown' | 'expired' | 'used_up' | 'other_product';

/** What a code, or a coupon, is to be used for. */
export interface Use {
  readonly customer: string;
  readonly product: string;
  readonly currency: string;
}

/** A code as it was made. Capitals or not, a code is the same. */
export function findPromotion({ tables }: Books, code: string): Stripe.PromotionCode | undefined {
  return tables.promotionCodes.newest().find((each) => each.code.toLowerCase() === code.trim().toLowerCase());
}

/** Null: the code can be used. */
export function promotionProblem(
  books: Books,
  promotion: Stripe.PromotionCode | undefined,
  use: Use,
): PromotionProblem | null {
  if (!promotion) return 'unknown';
  if (isOver(promotion.expires_at, books.timeOf(use.customer))) return 'expired';
  if (isUsedUp(promotion)) return 'used_up';
  return problemOfCoupon(books, couponOf(books, promotion), use);
}

/** Null: the coupon can be used. */
export function problemOfCoupon(books: Books, coupon: Stripe.Coupon, use: Use): PromotionProblem | null {
  if (isOver(coupon.redeem_by, books.timeOf(use.customer))) return 'expired';
  if (isUsedUp(coupon)) return 'used_up';
  const isOfCurrency = coupon.currency === null || coupon.currency === use.currency;
  return isOfCurrency && isFor(coupon, use.product) ? null : 'other_product';
}

/** Whether a coupon can still be given. */
export function isValid(coupon: Stripe.Coupon, now: number): boolean {
  return !isOver(coupon.redeem_by, now) && !isUsedUp(coupon);
}

function isOver(time: number | null, now: number): boolean {
  return time !== null && time <= now;
}

function isUsedUp({ max_redemptions: most, times_redeemed: times }: Stripe.PromotionCode | Stripe.Coupon): boolean {
  return most !== null && times >= most;
}

function isFor({ applies_to }: Stripe.Coupon, product: string): boolean {
  return applies_to === undefined || applies_to.products.includes(product);
}

export function couponOf({ tables }: Books, { promotion: { coupon } }: Stripe.PromotionCode): Stripe.Coupon {
  return tables.coupons.get(idOf(coupon))!;
}

interface Redemption {
  readonly coupon: Stripe.Coupon;
  readonly promotion: Stripe.PromotionCode | null;
  readonly customer: string;
  readonly session: string | null;
  /** Null: it is of a single payment. */
  readonly subscription: string | null;
}

/** Uses a coupon, by a code or without. */
export function redeem(books: Books, { coupon, promotion, session, ...of }: Redemption): AppliedDiscount {
  const start = books.timeOf(of.customer);
  books.change('coupons', coupon.id, { times_redeemed: coupon.times_redeemed + 1 });
  if (promotion) books.change('promotionCodes', promotion.id, { times_redeemed: promotion.times_redeemed + 1 });
  const { duration_in_months: months } = coupon;
  const end = months === null ? null : addMonths(start, months);
  const parts = { ...of, checkout_session: session, promotion_code: promotion?.id ?? null, start, end };
  const { id } = books.add('discounts', newDiscount(coupon.id, parts), 'customer.discount.created');
  return { id, coupon };
}

/** A discount with its coupon, as an invoice takes it off. */
export interface AppliedDiscount {
  readonly id: string;
  readonly coupon: Stripe.Coupon;
}

/** What is taken off a subscription's payment for a price, at a time; one discount at most is given here. */
export function discountOn(
  { tables }: Books,
  { discounts: [discount] }: Stripe.Subscription,
  { product }: Stripe.Price,
  at: number,
): AppliedDiscount | null {
  const found = tables.discounts.get(idOf(discount));
  const coupon = tables.coupons.get(idOf(found?.source.coupon));
  if (!found || !coupon || isOver(found.end, at)) return null;
  return isFor(coupon, idOf(product)) ? { id: found.id, coupon } : null;
}

/** It was for one invoice, which has it. */
export function endDiscount(books: Books, subscription: string, { id }: AppliedDiscount): void {
  books.change('subscriptions', subscription, { discounts: [] });
  books.emit('customer.discount.deleted', books.tables.discounts.get(id)!);
}
