import type { Stripe } from 'stripe';
import { changeSubscription, endSubscription } from '../billing/subscriptions.ts';
import { itemOf } from '../objects/subscription.ts';
import { changePlan } from '../billing/change-plan.ts';
import { refuseOtherCurrency } from '../billing/one-currency.ts';
import { idOf } from '../objects/fields.ts';
import { badRequest, noSuch, StripeFault } from '../stripe-fault.ts';
import type { Books } from '../state/books.ts';
import type { Params } from '../wire/params.ts';
import { find, list, retrieve, type OperationCall, type Operation } from './operation.ts';

const feedbacks = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const;

const update: Operation = {
  method: 'POST',
  path: '/v1/subscriptions/:id',
  takes: [
    'cancel_at_period_end',
    'payment_settings',
    'default_payment_method',
    'metadata',
    'cancellation_details',
    'items',
    'payment_behavior',
    'proration_behavior',
  ],
  run(call) {
    const { books, id, params } = call;
    const before = find(books, 'subscriptions', id);
    const isOver = before.status === 'canceled';
    if (isOver && params.names.some((name) => name !== 'metadata' && name !== 'cancellation_details')) {
      throw badRequest('A canceled subscription can only update its cancellation_details and metadata.');
    }
    readItems(call, before);
    return changeSubscription(books, id, {
      ...readDefaultMethod(call),
      ...readPaymentSettings(before, params),
      ...readCancellation(call, before),
      metadata: params.metadata(before.metadata),
    });
  },
};

/** Changes the price at once and charges what it comes to, or refuses with the card's decline. */
function readItems({ books, params }: OperationCall, subscription: Stripe.Subscription): void {
  if (!params.has('items')) return;
  const [item, another] = params.each('items');
  const isWhole =
    params.text('proration_behavior') === 'always_invoice' && params.text('payment_behavior') === 'error_if_incomplete';
  if (!item || another || item.text('id') !== itemOf(subscription).id || !isWhole) {
    throw badRequest(
      'The stand-in changes the price of the only item, with `always_invoice` and `error_if_incomplete`.',
      { param: 'items' },
    );
  }
  const price = find(books, 'prices', item.required('price'), 'items[0][price]');
  refuseOtherCurrency(books, idOf(subscription.customer), price.currency);
  const result = changePlan(books, subscription, price);
  if (result.kind !== 'declined') return;
  const { code, message, declineCode } = result.decline;
  throw new StripeFault(402, 'card_error', message, { code, ...(declineCode !== null && { declineCode }) });
}

const cancel: Operation = {
  method: 'DELETE',
  path: '/v1/subscriptions/:id',
  takes: ['cancellation_details', 'invoice_now', 'prorate'],
  run({ books, id, params }) {
    const subscription = find(books, 'subscriptions', id);
    if (subscription.status === 'canceled') throw noSuch('subscription', id);
    return endSubscription(books, subscription, 'cancellation_requested', readDetails(params));
  },
};

function readDefaultMethod({ books, params }: OperationCall): Partial<Stripe.Subscription> {
  if (!params.has('default_payment_method')) return {};
  const method = params.text('default_payment_method');
  if (method !== null) find(books, 'paymentMethods', method, 'default_payment_method');
  return { default_payment_method: method };
}

function readPaymentSettings(before: Stripe.Subscription, params: Params): Partial<Stripe.Subscription> {
  const saving = params.inside('payment_settings')?.oneOf('save_default_payment_method', ['off', 'on_subscription']);
  if (!saving || !before.payment_settings) return {};
  return { payment_settings: { ...before.payment_settings, save_default_payment_method: saving } };
}

function readCancellation({ books, params }: OperationCall, before: Stripe.Subscription): Partial<Stripe.Subscription> {
  const isToEnd = params.flag('cancel_at_period_end') ?? before.cancel_at_period_end;
  return cancellation(books, before, { isToEnd, details: readDetails(params) });
}

interface Cancellation {
  readonly isToEnd: boolean;
  readonly details?: Partial<Stripe.Subscription.CancellationDetails> | undefined;
}

/** To cancel at the period's end, or to go on after all. */
export function cancellation(
  books: Books,
  before: Stripe.Subscription,
  { isToEnd, details: given }: Cancellation,
): Partial<Stripe.Subscription> {
  const details = { ...noDetails, ...before.cancellation_details, ...given };
  if (isToEnd === before.cancel_at_period_end) return { cancellation_details: details };
  if (!isToEnd) {
    const cancellation_details = { ...details, reason: null };
    return { cancel_at_period_end: false, cancel_at: null, canceled_at: null, cancellation_details };
  }
  return {
    cancel_at_period_end: true,
    cancel_at: itemOf(before).current_period_end,
    canceled_at: books.timeOf(before.customer as string),
    cancellation_details: { ...details, reason: 'cancellation_requested' },
  };
}

const noDetails = { comment: null, feedback: null, feedback_option: null, reason: null };

function readDetails(params: Params): Partial<Stripe.Subscription.CancellationDetails> {
  const details = params.inside('cancellation_details');
  return {
    ...(details?.has('comment') && { comment: details.text('comment') }),
    ...(details?.has('feedback') && { feedback: details.oneOf('feedback', feedbacks) }),
  };
}

/** Those that are canceled are hidden, unless asked for. */
function hasStatus({ status }: Stripe.Subscription, params: Params): boolean {
  const asked = params.text('status');
  if (asked === null) return status !== 'canceled';
  return asked === 'all' || status === (asked === 'ended' ? 'canceled' : asked);
}

export const subscriptionOperations: readonly Operation[] = [
  list({
    path: '/v1/subscriptions',
    table: 'subscriptions',
    equal: ['customer', 'test_clock'],
    takes: ['status', 'price'],
    filter: (subscription, params) =>
      hasStatus(subscription, params) &&
      (!params.has('price') || itemOf(subscription).price.id === params.text('price')),
  }),
  retrieve('/v1/subscriptions/:id', 'subscriptions'),
  update,
  cancel,
];
