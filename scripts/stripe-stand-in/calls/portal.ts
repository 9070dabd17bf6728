import type { Stripe } from 'stripe';
import { isValid } from '../billing/promotions.ts';
import { newId, nulls } from '../objects/fields.ts';
import { badRequest } from '../stripe-fault.ts';
import type { Params } from '../wire/params.ts';
import { find, list, retrieve, type OperationCall, type Operation } from './operation.ts';

type Features = Stripe.BillingPortal.Configuration.Features;
type Product = NonNullable<Features['subscription_update']['products']>[number];
type Flow = Stripe.BillingPortal.Session.Flow;

const path = '/v1/billing_portal/configurations';
const behaviors = ['always_invoice'] as const;
const modes = ['at_period_end'] as const;

const create: Operation = {
  method: 'POST',
  path,
  takes: ['features', 'metadata', 'default_return_url'],
  run(call) {
    const { books, params } = call;
    const created = books.timeOf(null);
    const configuration = {
      id: newId('bpc'),
      object: 'billing_portal.configuration',
      active: true,
      application: null,
      business_profile: nulls('headline', 'privacy_policy_url', 'terms_of_service_url'),
      created,
      default_return_url: params.text('default_return_url'),
      features: readFeatures(call),
      is_default: false,
      livemode: false,
      login_page: { enabled: false, url: null },
      metadata: params.metadata(),
      name: null,
      updated: created,
    } satisfies Stripe.BillingPortal.Configuration;
    return books.tables.portalConfigurations.put(configuration);
  },
};

const update: Operation = {
  method: 'POST',
  path: `${path}/:id`,
  takes: ['active', 'features', 'metadata', 'default_return_url'],
  run(call) {
    const { books, id, params } = call;
    const before = find(books, 'portalConfigurations', id);
    return books.change('portalConfigurations', id, {
      active: params.flag('active') ?? before.active,
      metadata: params.metadata(before.metadata),
      updated: books.timeOf(null),
      ...(params.has('features') && { features: readFeatures(call) }),
    }).row;
  },
};

function readFeatures({ books, params }: OperationCall): Features {
  const features = params.inside('features');
  if (!features) params.required('features');
  const inside = (name: keyof Features) => features?.inside(name) ?? null;
  const isOn = (name: keyof Features) => inside(name)?.flag('enabled') ?? false;
  if (isOn('subscription_pause')) throw badRequest('The stand-in pauses nothing.', { param: 'features' });
  const canceling = inside('subscription_cancel');
  const updating = inside('subscription_update');
  return {
    customer_update: {
      enabled: isOn('customer_update'),
      allowed_updates: inside('customer_update')?.texts('allowed_updates') ?? [],
    },
    invoice_history: { enabled: isOn('invoice_history') },
    payment_method_update: { enabled: isOn('payment_method_update'), payment_method_configuration: null },
    subscription_cancel: {
      enabled: isOn('subscription_cancel'),
      mode: canceling?.oneOf('mode', modes) ?? 'at_period_end',
      proration_behavior: canceling?.oneOf('proration_behavior', ['none']) ?? 'none',
      cancellation_reason: {
        enabled: canceling?.inside('cancellation_reason')?.flag('enabled') ?? false,
        feedback_options: null,
        options: canceling?.inside('cancellation_reason')?.texts('options') ?? [],
      },
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      enabled: isOn('subscription_update'),
      billing_cycle_anchor: null,
      default_allowed_updates: updating?.texts('default_allowed_updates') ?? [],
      products: (updating?.each('products') ?? []).map((product) => readProduct(books, product)),
      proration_behavior: updating?.oneOf('proration_behavior', behaviors) ?? 'always_invoice',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
  };
}

function readProduct(books: OperationCall['books'], params: Params): Product {
  const product = find(books, 'products', params.required('product'), 'features[subscription_update][products]').id;
  const prices = params.texts('prices').map((price) => find(books, 'prices', price, 'prices').id);
  return { product, prices, adjustable_quantity: { enabled: false, maximum: null, minimum: 1 } };
}

const open: Operation = {
  method: 'POST',
  path: '/v1/billing_portal/sessions',
  takes: ['customer', 'configuration', 'locale', 'return_url', 'flow_data'],
  run(call) {
    const { books, params } = call;
    const id = newId('bps');
    const customer = find(books, 'customers', params.required('customer'), 'customer').id;
    const configuration = find(books, 'portalConfigurations', params.required('configuration'), 'configuration').id;
    const session = {
      id,
      object: 'billing_portal.session',
      configuration,
      created: books.timeOf(null),
      customer,
      customer_account: null,
      flow: readFlow(call, customer),
      livemode: false,
      locale: params.text('locale'),
      on_behalf_of: null,
      return_url: params.text('return_url'),
      url: `${books.origin()}/dev/stripe/portal/${id}`,
    } satisfies Stripe.BillingPortal.Session;
    return books.tables.portalSessions.put(session);
  },
};

const flowTypes = ['payment_method_update', 'subscription_update', 'subscription_cancel'] as const;

function readFlow({ books, params }: OperationCall, customer: string): Flow | null {
  const data = params.inside('flow_data');
  const type = data?.oneOf('type', flowTypes);
  if (!data || !type) return null;
  const returnUrl = data.inside('after_completion')?.inside('redirect')?.text('return_url') ?? null;
  return {
    ...nulls('customer_update', 'subscription_cancel', 'subscription_pause'),
    ...nulls('subscription_update', 'subscription_update_confirm'),
    ...(type === 'subscription_cancel' && {
      subscription_cancel: {
        retention: readRetention(books, data.inside(type)),
        subscription: readSubject(books, data.inside(type), customer),
      },
    }),
    ...(type === 'subscription_update' && {
      subscription_update: { subscription: readSubject(books, data.inside(type), customer) },
    }),
    after_completion: {
      hosted_confirmation: null,
      redirect: returnUrl === null ? null : { return_url: returnUrl },
      type: returnUrl === null ? 'portal_homepage' : 'redirect',
    },
    type,
  };
}

type Retention = Stripe.BillingPortal.Session.Flow.SubscriptionCancel.Retention;

/** The coupon that customers who cancel are offered; null: none is. */
function readRetention(books: OperationCall['books'], data: Params | null): Retention | null {
  const retention = data?.inside('retention');
  if (!retention?.oneOf('type', ['coupon_offer'])) return null;
  const param = 'flow_data[subscription_cancel][retention][coupon_offer][coupon]';
  const coupon = find(books, 'coupons', retention.inside('coupon_offer')?.text('coupon') ?? '', param);
  if (!isValid(coupon, books.timeOf(null))) {
    throw badRequest(`The coupon \`${coupon.id}\` can no longer be redeemed.`, { code: 'coupon_expired', param });
  }
  const { currency } = find(books, 'subscriptions', data?.required('subscription') ?? '', 'flow_data');
  if (coupon.currency !== null && coupon.currency !== currency) {
    throw badRequest(`The coupon \`${coupon.id}\` takes nothing off in ${currency}.`, { param });
  }
  return { coupon_offer: { coupon: coupon.id }, type: 'coupon_offer' };
}

/** One that has ended, or is about to, can neither be changed nor canceled. */
function readSubject(books: OperationCall['books'], data: Params | null, customer: string): string {
  const subscription = find(books, 'subscriptions', data?.required('subscription') ?? '', 'flow_data');
  if (subscription.customer !== customer || subscription.status === 'canceled' || subscription.cancel_at_period_end) {
    throw badRequest(`The subscription \`${subscription.id}\` cannot be changed in the portal.`, {
      param: 'flow_data',
    });
  }
  return subscription.id;
}

export const portalOperations: readonly Operation[] = [
  create,
  list({ path, table: 'portalConfigurations', equal: ['active'] }),
  retrieve(`${path}/:id`, 'portalConfigurations'),
  update,
  open,
];
