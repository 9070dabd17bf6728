import { randomBytes } from 'node:crypto';
import { newCoupon, newPromotionCode } from '../objects/discount.ts';
import type { Books } from '../state/books.ts';
import { badRequest } from '../stripe-fault.ts';
import { count, inside, integer, needed, oneOf, freeText, texts } from '../wire/params.ts';
import { find, operation, type Operation } from './operation.ts';

const create = operation(
  'POST /v1/coupons',
  {
    id: freeText,
    name: freeText,
    percent_off: freeText,
    amount_off: count,
    currency: freeText,
    duration: oneOf('forever', 'once', 'repeating'),
    duration_in_months: count,
    max_redemptions: count,
    redeem_by: integer,
    applies_to: inside({ products: needed(texts) }),
  },
  ({ books, given: { id = null, percent_off: percent = null, ...given } }) => {
    if (books.tables.coupons.get(id)) {
      throw badRequest('Coupon already exists.', { code: 'resource_already_exists', param: 'id' });
    }
    if ((given.duration === 'repeating') !== (given.duration_in_months !== undefined)) {
      const param = 'duration_in_months';
      throw badRequest(`\`${param}\` goes with a \`duration\` of \`repeating\`, and with no other.`, { param });
    }
    const { products = [] } = given.applies_to ?? {};
    for (const product of products) find(books, 'products', product, 'applies_to[products]');
    const percent_off = readPercent(percent, given.amount_off);
    const currency = given.currency?.toLowerCase() ?? null;
    const off = { ...given, percent_off, currency, ...(id !== null && { id }) };
    return books.add('coupons', newCoupon({ ...off, created: books.timeOf(null) }), 'coupon.created');
  },
);

/** Of a percentage, or else of an amount. */
function readPercent(percent: string | null, amount: number | undefined): number | null {
  const param = 'percent_off';
  if ((percent === null) === (amount === undefined)) {
    throw badRequest('You must pass either percent_off or amount_off.', { param });
  }
  const number = percent === null ? null : Number(percent);
  if (number === null || (number > 0 && number <= 100)) return number;
  throw badRequest(`Invalid decimal: ${percent}; must be greater than 0 and at most 100`, { param });
}

const createCode = operation(
  'POST /v1/promotion_codes',
  {
    promotion: needed(inside({ type: oneOf('coupon'), coupon: needed(freeText) })),
    code: freeText,
    expires_at: integer,
    max_redemptions: count,
  },
  ({ books, given: { promotion, code: written = null, ...given } }) => {
    const coupon = find(books, 'coupons', promotion.coupon, 'promotion[coupon]').id;
    const made = newPromotionCode(coupon, {
      ...given,
      code: readCode(books, written ?? randomBytes(4).toString('hex').toUpperCase()),
      created: books.timeOf(null),
    });
    return books.add('promotionCodes', made, 'promotion_code.created');
  },
);

/** Of active codes there is one that reads so, whatever its case. */
function readCode({ tables }: Books, code: string): string {
  if (!/^[\w-]+$/.test(code)) throw badRequest('A code may only contain letters, digits, - and _.', { param: 'code' });
  const isTaken = tables.promotionCodes.newest().some((other) => other.code.toLowerCase() === code.toLowerCase());
  if (!isTaken) return code;
  throw badRequest(`An active promotion code with \`code: ${code}\` already exists.`, {
    code: 'resource_already_exists',
  });
}

/** Coupons and promotion codes. */
export const couponOperations: readonly Operation[] = [create, createCode];
