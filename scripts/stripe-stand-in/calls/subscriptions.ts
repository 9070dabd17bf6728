import type { Stripe } from 'stripe';
import { changeSubscription, endSubscription } from '../billing/subscriptions.ts';
import { itemOf } from '../objects/subscription.ts';
import { badRequest, noSuch } from '../stripe-fault.ts';
import type { Params } from '../wire/params.ts';
import { find, list, retrieve, type Call, type Operation } from './operation.ts';

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
  takes: ['cancel_at_period_end', 'payment_settings', 'default_payment_method', 'metadata', 'cancellation_details'],
  run(call) {
    const { books, id, params } = call;
    const before = find(books, 'subscriptions', id);
    const isOver = before.status === 'canceled';
    if (isOver && params.names.some((name) => name !== 'metadata' && name !== 'cancellation_details')) {
      throw badRequest('A canceled subscription can only update its cancellation_details and metadata.');
    }
    return changeSubscription(books, id, {
      ...readDefaultMethod(call),
      ...readPaymentSettings(before, params),
      ...readCancellation(call, before),
      metadata: params.metadata(before.metadata),
    });
  },
};

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

function readDefaultMethod({ books, params }: Call): Partial<Stripe.Subscription> {
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

/** To cancel at the period's end, or to go on after all. */
function readCancellation({ books, params }: Call, before: Stripe.Subscription): Partial<Stripe.Subscription> {
  const details = { ...noDetails, ...before.cancellation_details, ...readDetails(params) };
  const isToEnd = params.flag('cancel_at_period_end') ?? before.cancel_at_period_end;
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
