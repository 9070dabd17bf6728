import type { Stripe } from 'stripe';
import { randomBytes } from 'node:crypto';
import { newCoupon, newPromotionCode } from '../objects/discount.ts';
import { badRequest } from '../stripe-fault.ts';
import type { Params } from '../wire/params.ts';
import { find, list, retrieve, type OperationCall, type Operation } from './operation.ts';

const create: Operation = {
  method: 'POST',
  path: '/v1/coupons',
  takes: [
    'id',
    'name',
    'percent_off',
    'amount_off',
    'currency',
    'duration',
    'duration_in_months',
    'max_redemptions',
    'redeem_by',
    'applies_to',
    'metadata',
  ],
  run({ books, params }) {
    const id = params.text('id');
    if (id !== null && books.tables.coupons.get(id)) {
      throw badRequest('Coupon already exists.', { code: 'resource_already_exists', param: 'id' });
    }
    const coupon = newCoupon({
      ...readOff(params),
      ...readDuration(params),
      id,
      created: books.timeOf(null),
      name: params.text('name'),
      maxRedemptions: params.integer('max_redemptions'),
      redeemBy: params.integer('redeem_by'),
      products: (params.inside('applies_to')?.texts('products') ?? []).map(
        (product) => find(books, 'products', product, 'applies_to[products]').id,
      ),
      metadata: params.metadata(),
    });
    books.emit('coupon.created', coupon);
    return books.tables.coupons.put(coupon);
  },
};

function readOff(params: Params) {
  const percent = params.text('percent_off');
  if ((percent === null) === !params.has('amount_off')) {
    throw badRequest('You must pass either percent_off or amount_off.', { param: 'percent_off' });
  }
  if (percent === null) {
    const amountOff = params.integer('amount_off') ?? 0;
    if (amountOff < 1) throw badRequest('Invalid positive integer', { param: 'amount_off' });
    return { percentOff: null, amountOff, currency: params.required('currency').toLowerCase() };
  }
  const percentOff = Number(percent);
  if (percentOff > 0 && percentOff <= 100) return { percentOff, amountOff: null, currency: null };
  throw badRequest(`Invalid decimal: ${percent}; must be greater than 0 and at most 100`, { param: 'percent_off' });
}

function readDuration(params: Params) {
  const duration = params.oneOf('duration', ['forever', 'once', 'repeating']) ?? 'once';
  const months = params.integer('duration_in_months');
  if (duration === 'repeating' ? months !== null && months > 0 : months === null) return { duration, months };
  throw badRequest('`duration_in_months` goes with a `duration` of `repeating`, and with no other.', {
    param: 'duration_in_months',
  });
}

const createCode: Operation = {
  method: 'POST',
  path: '/v1/promotion_codes',
  takes: ['promotion', 'code', 'customer', 'expires_at', 'max_redemptions', 'restrictions', 'metadata'],
  run(call) {
    const { books, params } = call;
    const customer = params.text('customer');
    const coupon = params.inside('promotion')?.text('coupon') ?? '';
    const code = newPromotionCode({
      created: books.timeOf(null),
      coupon: find(books, 'coupons', coupon, 'promotion[coupon]').id,
      code: readCode(call),
      customer: customer === null ? null : find(books, 'customers', customer, 'customer').id,
      expiresAt: params.integer('expires_at'),
      maxRedemptions: params.integer('max_redemptions'),
      isForFirstPurchase: readRestrictions(params),
      metadata: params.metadata(),
    });
    books.emit('promotion_code.created', code);
    return books.tables.promotionCodes.put(code);
  },
};

/** Of active codes there is one that reads so, whatever its case. */
function readCode({ books, params }: OperationCall): string {
  const code = params.text('code') ?? randomBytes(4).toString('hex').toUpperCase();
  if (!/^[\w-]+$/.test(code)) throw badRequest('A code may only contain letters, digits, - and _.', { param: 'code' });
  const isTaken = books.tables.promotionCodes.newest().some((other) => other.active && isSameCode(other, code));
  if (!isTaken) return code;
  throw badRequest(`An active promotion code with \`code: ${code}\` already exists.`, {
    code: 'resource_already_exists',
  });
}

function isSameCode(promotion: Stripe.PromotionCode, code: string): boolean {
  return promotion.code.toLowerCase() === code.toLowerCase();
}

function readRestrictions(params: Params): boolean {
  const restrictions = params.inside('restrictions');
  const unknown = restrictions?.names.find((name) => name !== 'first_time_transaction');
  if (unknown !== undefined) throw badRequest(`The stand-in has no restrictions[${unknown}].`, { param: unknown });
  return restrictions?.flag('first_time_transaction') ?? false;
}

const updateCode: Operation = {
  method: 'POST',
  path: '/v1/promotion_codes/:id',
  takes: ['active', 'metadata'],
  run({ books, id, params }) {
    const before = find(books, 'promotionCodes', id);
    const { row, previous } = books.change('promotionCodes', id, {
      active: params.flag('active') ?? before.active,
      metadata: params.metadata(before.metadata),
    });
    if (Object.keys(previous).length > 0) books.emit('promotion_code.updated', row, previous);
    return row;
  },
};

export const couponOperations: readonly Operation[] = [
  create,
  list({ path: '/v1/coupons', table: 'coupons' }),
  retrieve('/v1/coupons/:id', 'coupons'),
  createCode,
  list({ path: '/v1/promotion_codes', table: 'promotionCodes', equal: ['active', 'code', 'customer'] }),
  retrieve('/v1/promotion_codes/:id', 'promotionCodes'),
  updateCode,
];
