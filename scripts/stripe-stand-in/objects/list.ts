import type { Stripe } from 'stripe';

/** A list that has everything, as it stands inside of another object. */
export function wholeList<Item>(url: string, data: readonly Item[]): Stripe.ApiList<Item> {
  return { object: 'list', data: [...data], has_more: false, url };
}
