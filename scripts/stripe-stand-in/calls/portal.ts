import type { Stripe } from 'stripe';
import { isValid } from '../billing/promotions.ts';
import { newObject, nulls } from '../objects/fields.ts';
import type { Books } from '../state/books.ts';
import { badRequest } from '../stripe-fault.ts';
import { each, flag, type Given, inside, metadata, needed, oneOf, freeText, texts } from '../wire/params.ts';
import { find, list, operation, type Operation, retrieve } from './operation.ts';

type Features = Stripe.BillingPortal.Configuration.Features;
type Flow = Stripe.BillingPortal.Session.Flow;

const path = '/v1/billing_portal/configurations';

const features = {
  customer_update: needed(inside({ enabled: needed(flag), allowed_updates: needed(each(oneOf('address', 'tax_id'))) })),
  invoice_history: needed(inside({ enabled: needed(flag) })),
  payment_method_update: needed(inside({ enabled: needed(flag) })),
  subscription_cancel: needed(
    inside({
      enabled: needed(flag),
      mode: needed(oneOf('at_period_end')),
      proration_behavior: needed(oneOf('none')),
      cancellation_reason: needed(inside({ enabled: needed(flag), options: needed(texts) })),
    }),
  ),
  subscription_update: needed(
    inside({
      enabled: needed(flag),
      default_allowed_updates: needed(each(oneOf('price'))),
      proration_behavior: needed(oneOf('always_invoice')),
      products: each(inside({ product: needed(freeText), prices: texts })),
    }),
  ),
};

const configured = { features: needed(inside(features)), metadata };

const create = operation(`POST ${path}`, configured, ({ books, given }) => {
  const created = books.timeOf(null);
  return books.tables.portalConfigurations.put({
    ...newObject('bpc', 'billing_portal.configuration'),
    ...nulls('application', 'default_return_url', 'name'),
    active: true,
    business_profile: nulls('headline', 'privacy_policy_url', 'terms_of_service_url'),
    created,
    features: readFeatures(books, given.features),
    is_default: false,
    login_page: { enabled: false, url: null },
    metadata: given.metadata ?? {},
    updated: created,
  });
});

const update = operation(`POST ${path}/:id`, configured, ({ books, id, given }) => {
  const before = find(books, 'portalConfigurations', id);
  return books.change('portalConfigurations', id, {
    features: readFeatures(books, given.features),
    metadata: { ...before.metadata, ...given.metadata },
    updated: books.timeOf(null),
  });
});

function readFeatures(books: Books, given: Given<typeof features>): Features {
  const { customer_update, subscription_cancel, subscription_update } = given;
  const products = (subscription_update.products ?? []).map(({ product, prices = [] }) => ({
    product: find(books, 'products', product, 'features[subscription_update][products]').id,
    prices: prices.map((price) => find(books, 'prices', price, 'prices').id),
    adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
  }));
  return {
    customer_update,
    invoice_history: given.invoice_history,
    payment_method_update: { ...given.payment_method_update, payment_method_configuration: null },
    subscription_cancel: {
      ...subscription_cancel,
      cancellation_reason: { ...subscription_cancel.cancellation_reason, feedback_options: null },
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      ...subscription_update,
      products,
      billing_cycle_anchor: null,
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
  };
}

const redirect = needed(inside({ return_url: needed(freeText) }));
const offer = inside({
  type: needed(oneOf('coupon_offer')),
  coupon_offer: needed(inside({ coupon: needed(freeText) })),
});

const opened = {
  customer: needed(freeText),
  configuration: needed(freeText),
  locale: freeText,
  return_url: freeText,
  flow_data: inside({
    type: needed(oneOf('payment_method_update', 'subscription_update', 'subscription_cancel')),
    after_completion: needed(inside({ type: needed(oneOf('redirect')), redirect })),
    subscription_update: inside({ subscription: needed(freeText) }),
    subscription_cancel: inside({ subscription: needed(freeText), retention: offer }),
  }),
};
type Opened = Given<typeof opened>;

const open = operation('POST /v1/billing_portal/sessions', opened, ({ books, given }) => {
  const own = newObject('bps', 'billing_portal.session');
  return books.tables.portalSessions.put({
    ...own,
    ...nulls('customer_account', 'on_behalf_of'),
    configuration: find(books, 'portalConfigurations', given.configuration, 'configuration').id,
    created: books.timeOf(null),
    customer: find(books, 'customers', given.customer, 'customer').id,
    flow: readFlow(books, given),
    locale: given.locale ?? null,
    return_url: given.return_url ?? null,
    url: `${books.origin()}/dev/stripe/portal/${own.id}`,
  });
});

function readFlow(books: Books, { customer, flow_data: flow }: Opened): Flow | null {
  if (!flow) return null;
  const subject = flow.type === 'payment_method_update' ? null : flow[flow.type];
  if (subject !== null) checkSubject(books, subject?.subscription ?? '', customer);
  const { subscription_cancel: canceling, subscription_update: updating } = flow;
  return {
    ...nulls('customer_update', 'subscription_pause', 'subscription_update_confirm'),
    subscription_cancel: canceling ? { ...canceling, retention: readRetention(books, canceling) } : null,
    subscription_update: updating ?? null,
    after_completion: { ...flow.after_completion, hosted_confirmation: null },
    type: flow.type,
  };
}

/** One that has ended, or is about to, can neither be changed nor canceled. */
function checkSubject(books: Books, id: string, customer: string): void {
  const subscription = find(books, 'subscriptions', id, 'flow_data');
  const isRunning = subscription.status !== 'canceled' && !subscription.cancel_at_period_end;
  if (subscription.customer === customer && isRunning) return;
  throw badRequest(`The subscription \`${id}\` cannot be changed in the portal.`, { param: 'flow_data' });
}

type Retention = Stripe.BillingPortal.Session.Flow.SubscriptionCancel.Retention;
type Canceling = NonNullable<NonNullable<Opened['flow_data']>['subscription_cancel']>;

/** The coupon that customers who cancel are offered; null: none is. */
function readRetention(books: Books, { subscription, retention }: Canceling): Retention | null {
  if (!retention) return null;
  const param = 'flow_data[subscription_cancel][retention][coupon_offer][coupon]';
  const coupon = find(books, 'coupons', retention.coupon_offer.coupon, param);
  if (!isValid(coupon, books.timeOf(null))) {
    throw badRequest(`The coupon \`${coupon.id}\` can no longer be redeemed.`, { code: 'coupon_expired', param });
  }
  const { currency } = find(books, 'subscriptions', subscription, 'flow_data');
  if (coupon.currency === null || coupon.currency === currency) return retention;
  throw badRequest(`The coupon \`${coupon.id}\` takes nothing off in ${currency}.`, { param });
}

export const portalOperations: readonly Operation[] = [
  create,
  list(path, 'portalConfigurations', { equal: ['active'] }),
  retrieve(path, 'portalConfigurations'),
  update,
  open,
];
