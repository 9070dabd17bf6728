import type { Stripe } from 'stripe';
import { newDiscount } from '../objects/discount.ts';
import { idOf } from '../objects/fields.ts';
import type { Books } from '../state/books.ts';

/** Why a promotion code is not taken. */
export type PromotionProblem = 'unknown' | 'expired' | 'used_up' | 'other_product' | 'first_purchase';

/** What a code, or a coupon, is to be used for. */
export interface Use {
  readonly customer: string | null;
  readonly product: string;
  readonly currency: string;
}

/** A code that can be used, or why it can't. Capitals or not, a code is the same. */
export function findPromotion(
  books: Books,
  code: string,
  use: Use,
): { readonly promotion: Stripe.PromotionCode } | { readonly problem: PromotionProblem } {
  const promotion = books.tables.promotionCodes
    .newest()
    .filter((each) => each.code.toLowerCase() === code.trim().toLowerCase())
    .toSorted((a, b) => Number(b.active) - Number(a.active))[0];
  if (!promotion) return { problem: 'unknown' };
  const problem = promotionProblem(books, promotion, use);
  return problem === null ? { promotion } : { problem };
}

/** Null: the code can be used. */
export function promotionProblem(books: Books, promotion: Stripe.PromotionCode, use: Use): PromotionProblem | null {
  if (!promotion.active || (promotion.customer !== null && promotion.customer !== use.customer)) return 'unknown';
  if (isOver(promotion.expires_at, books.timeOf(use.customer))) return 'expired';
  if (isUsedUp(promotion)) return 'used_up';
  const problem = problemOfCoupon(books, couponOf(books, promotion), use);
  if (problem !== null) return problem;
  const isFirst = !books.tables.charges.newest().some((each) => each.paid && each.customer === use.customer);
  return promotion.restrictions.first_time_transaction && !isFirst ? 'first_purchase' : null;
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

export function couponOf(books: Books, promotion: Stripe.PromotionCode): Stripe.Coupon {
  return findCoupon(books, idOf(promotion.promotion.coupon) ?? '');
}

function findCoupon({ tables }: Books, id: string): Stripe.Coupon {
  const coupon = tables.coupons.get(id);
  if (!coupon) throw new Error(`There is no coupon ${id}`);
  return coupon;
}

interface Redemption {
  readonly coupon: Stripe.Coupon;
  readonly promotion: Stripe.PromotionCode | null;
  readonly customer: string | null;
  readonly session: string | null;
  /** Null: it is of a single payment. */
  readonly subscription: string | null;
}

/** Uses a coupon, by a code or without. */
export function redeem(books: Books, { coupon, promotion, customer, session, subscription }: Redemption) {
  const start = books.timeOf(customer);
  const times_redeemed = coupon.times_redeemed + 1;
  const valid = isValid({ ...coupon, times_redeemed }, start);
  books.change('coupons', coupon.id, { times_redeemed, valid });
  if (promotion) books.change('promotionCodes', promotion.id, { times_redeemed: promotion.times_redeemed + 1 });
  const discount = newDiscount({
    coupon,
    checkout_session: session,
    customer,
    promotion_code: promotion?.id ?? null,
    subscription,
    start,
    end: coupon.duration === 'repeating' ? addMonths(start, coupon.duration_in_months ?? 0) : null,
  });
  books.emit('customer.discount.created', discount);
  return books.tables.discounts.put(discount);
}

function addMonths(seconds: number, months: number): number {
  const date = new Date(seconds * 1000);
  return Math.floor(date.setUTCMonth(date.getUTCMonth() + months) / 1000);
}

/** A discount with its coupon, as an invoice takes it off. */
export interface AppliedDiscount {
  readonly id: string;
  readonly coupon: Stripe.Coupon;
}

/** What is taken off a subscription's payment for a product, at a time; one discount at most is given here. */
export function discountOn(
  books: Books,
  { discounts }: Pick<Stripe.Subscription, 'discounts'>,
  { product, at }: { readonly product: string; readonly at: number },
): AppliedDiscount | null {
  const found = discounts.map((each) => books.tables.discounts.get(idOf(each))).find((each) => each !== undefined);
  if (!found || isOver(found.end, at)) return null;
  const coupon = findCoupon(books, idOf(found.source.coupon) ?? '');
  return isFor(coupon, product) ? { id: found.id, coupon } : null;
}

/** It was for one invoice, which has it. */
export function endDiscount(books: Books, subscription: string): void {
  const { previous } = books.change('subscriptions', subscription, { discounts: [] });
  for (const each of previous.discounts ?? []) {
    const discount = books.tables.discounts.get(idOf(each));
    if (discount) books.emit('customer.discount.deleted', discount);
  }
}
