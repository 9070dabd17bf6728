import type { Stripe } from 'stripe';
import { badRequest, noSuch } from '../stripe-fault.ts';
import type { Params } from './params.ts';

/** What every list can be asked. */
export const listParams = ['limit', 'starting_after', 'ending_before'];

interface Listed {
  readonly id: string;
  readonly object: string;
}

/** A page of rows, the newest first. */
export function listPage<Row extends Listed>(url: string, rows: readonly Row[], params: Params): Stripe.ApiList<Row> {
  const limit = params.integer('limit') ?? 10;
  if (limit < 1 || limit > 100) {
    throw badRequest(`This value must be between 1 and 100 (it currently is '${limit}').`, { param: 'limit' });
  }
  const before = params.text('ending_before');
  if (before !== null) {
    const end = indexOf(rows, before, 'ending_before');
    return { object: 'list', data: rows.slice(Math.max(0, end - limit), end), has_more: end > limit, url };
  }
  const after = params.text('starting_after');
  const start = after === null ? 0 : indexOf(rows, after, 'starting_after') + 1;
  return { object: 'list', data: rows.slice(start, start + limit), has_more: rows.length > start + limit, url };
}

function indexOf(rows: readonly Listed[], id: string, param: string): number {
  const index = rows.findIndex((row) => row.id === id);
  if (index === -1) throw noSuch(rows[0]?.object ?? 'object', id, param);
  return index;
}

/** Whether it was created at the time asked for: `created=…`, or `created[gte]`, `[gt]`, `[lte]` and `[lt]`. */
export function createdFilter(params: Params): (row: { readonly created: number }) => boolean {
  const range = rangeOf(params);
  if (!range) return () => true;
  const [gte, gt, lte, lt] = ['gte', 'gt', 'lte', 'lt'].map((name) => range.integer(name));
  return ({ created }) =>
    created >= (gte ?? -Infinity) &&
    created > (gt ?? -Infinity) &&
    created <= (lte ?? Infinity) &&
    created < (lt ?? Infinity);
}

function rangeOf(params: Params): Pick<Params, 'integer'> | null {
  if (!params.has('created')) return null;
  try {
    return params.inside('created');
  } catch {
    const exact = params.integer('created');
    return { integer: (name) => (name === 'gte' || name === 'lte' ? exact : null) };
  }
}
