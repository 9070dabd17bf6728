import type { Stripe } from 'stripe';
import { changePlan } from '../billing/change-plan.ts';
import { cancellation, changeSubscription, endSubscription, refuseOtherCurrency } from '../billing/subscriptions.ts';
import { idOf } from '../objects/fields.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Books } from '../state/books.ts';
import { badRequest, noSuch, StripeFault } from '../stripe-fault.ts';
import { each, flag, inside, needed, oneOf, freeText } from '../wire/params.ts';
import { find, list, operation, type Operation, retrieve } from './operation.ts';

const update = operation(
  'POST /v1/subscriptions/:id',
  {
    cancel_at_period_end: flag,
    payment_settings: inside({ save_default_payment_method: oneOf('off', 'on_subscription') }),
    default_payment_method: freeText,
    items: each(inside({ id: needed(freeText), price: needed(freeText) })),
    payment_behavior: oneOf('error_if_incomplete'),
    proration_behavior: oneOf('always_invoice'),
  },
  ({ books, id, given }) => {
    const before = find(books, 'subscriptions', id);
    if (before.status === 'canceled') {
      throw badRequest('A canceled subscription can only update its cancellation_details and metadata.');
    }
    const { default_payment_method: method, payment_settings: settings, cancel_at_period_end: isToEnd } = given;
    if (method) find(books, 'paymentMethods', method, 'default_payment_method');
    if (given.items) changeItems(books, before, given.items);
    return changeSubscription(books, id, {
      ...(method && { default_payment_method: method }),
      ...(settings && { payment_settings: { ...before.payment_settings!, ...settings } }),
      ...(isToEnd !== undefined && cancellation(books, before, isToEnd)),
    });
  },
);

/** Changes the price at once and charges what it comes to, or refuses with the card's decline. */
function changeItems(
  books: Books,
  subscription: Stripe.Subscription,
  [item, another]: readonly { readonly id: string; readonly price: string }[],
): void {
  if (!item || another || item.id !== itemOf(subscription).id) {
    throw badRequest('The stand-in changes the price of the only item.', { param: 'items' });
  }
  const price = find(books, 'prices', item.price, 'items[0][price]');
  refuseOtherCurrency(books, idOf(subscription.customer), price.currency);
  const result = changePlan(books, subscription, price);
  if (result.kind !== 'declined') return;
  const { code, message, declineCode } = result.decline;
  throw new StripeFault(402, 'card_error', message, { code, ...(declineCode && { decline_code: declineCode }) });
}

const cancel = operation('DELETE /v1/subscriptions/:id', {}, ({ books, id }) => {
  const subscription = find(books, 'subscriptions', id);
  if (subscription.status === 'canceled') throw noSuch('subscription', id);
  return endSubscription(books, subscription, 'cancellation_requested');
});

const takes = { status: oneOf('all', 'active', 'past_due', 'canceled') };

export const subscriptionOperations: readonly Operation[] = [
  list('/v1/subscriptions', 'subscriptions', {
    equal: ['customer'],
    takes,
    // Those that are canceled are hidden, unless asked for.
    filter: ({ status }, { status: asked }) =>
      asked === undefined ? status !== 'canceled' : asked === 'all' || asked === status,
  }),
  retrieve('/v1/subscriptions', 'subscriptions'),
  update,
  cancel,
];
