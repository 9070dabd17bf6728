import type { FromSchema } from 'json-schema-to-ts';
import type { Call } from './call.ts';
import { instant } from './values.ts';

/** What can be bought (`content/plans.yaml`). */
export const planId = { enum: ['basic', 'three_months', 'lifetime'] } as const;
export type PlanId = FromSchema<typeof planId>;

const instantOrNull = { anyOf: [instant, { type: 'null' }] } as const;
const id = { type: 'string', maxLength: 100 } as const;
const idParams = {
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: { id },
} as const;

const amount = { type: 'integer', minimum: 0, description: "In the currency's smallest unit (cents)." } as const;
const currency = { type: 'string', description: 'ISO 4217, such as `USD`.' } as const;

const plan = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'amount', 'currency', 'months', 'recommended'],
  properties: {
    id: planId,
    amount,
    currency,
    months: { type: ['integer', 'null'], description: 'Months between payments; null for a single payment.' },
    recommended: { type: 'boolean' },
  },
} as const;

export const paymentStatus = {
  enum: ['created', 'pending', 'succeeded', 'failed', 'expired', 'refunded'],
  description:
    'created: the page where it is paid is being made. pending: it can be paid, or is being paid. succeeded: paid. ' +
    'failed: it was not paid, and this page takes no more. expired: it was not paid in time, or another plan was chosen. ' +
    'refunded: paid, and all of it was given back, or taken back by the bank.',
} as const;
export type PaymentStatus = FromSchema<typeof paymentStatus>;

const subscription = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'plan', 'status', 'amount', 'nextAmount', 'currency', 'renewsAt', 'endsAt', 'payUrl'],
  properties: {
    id,
    plan: planId,
    status: {
      enum: ['active', 'past_due', 'ended'],
      description:
        'active: paid for, whether or not it will renew. past_due: the last payment failed, and may be tried again. ' +
        'ended: over.',
    },
    amount: { ...amount, description: 'What a payment of it takes.' },
    nextAmount: { ...amount, description: 'What the next payment takes, after discounts and credit at Stripe.' },
    currency,
    renewsAt: { ...instantOrNull, description: 'When the next payment is taken; null where none will be.' },
    endsAt: { ...instantOrNull, description: 'When it ends or has ended; null while it renews.' },
    payUrl: {
      type: ['string', 'null'],
      description: "Stripe's page where the payment that failed can be made, with another card too.",
    },
  },
} as const;
export type Subscription = FromSchema<typeof subscription>;

const payment = {
  type: 'object',
  additionalProperties: false,
  required: [
    'id',
    'plan',
    'kind',
    'status',
    'amount',
    'refundedAmount',
    'currency',
    'createdAt',
    'paidAt',
    'refundableUntil',
    'refundableAmount',
  ],
  properties: {
    id,
    plan: planId,
    kind: { enum: ['purchase', 'renewal'] },
    status: paymentStatus,
    amount,
    refundedAmount: amount,
    currency,
    createdAt: instant,
    paidAt: instantOrNull,
    refundableUntil: {
      ...instantOrNull,
      description:
        'Until when `payments/{id}/refund/` gives it back; null where it does not. That the same card has used the guarantee ' +
        'on another account is found by that call only.',
    },
    refundableAmount: {
      ...amount,
      description: 'What it gives back: with the payment also those for changes of its plan. 0 where it does not.',
    },
  },
} as const;
export type Payment = FromSchema<typeof payment>;

export const subscriptions = {
  id: 'listSubscriptions',
  method: 'GET',
  path: '/v1/payments/subscriptions/',
  summary: 'What can be bought, and what the caller has bought: newest first.',
  auth: 'user',
  query: {
    type: 'object',
    additionalProperties: false,
    properties: {
      fresh: { type: 'boolean', description: 'Asks Stripe before: something was changed there just now.' },
    },
  },
  reply: {
    status: 200,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['plans', 'subscriptions', 'payments'],
      properties: {
        plans: { type: 'array', items: plan },
        subscriptions: { type: 'array', items: subscription },
        payments: { type: 'array', items: payment, description: 'Those that were paid.' },
      },
    },
  },
  problems: [],
} as const satisfies Call;

export const prices = {
  id: 'listPrices',
  method: 'GET',
  path: '/v1/payments/prices/',
  summary:
    'What a visitor can buy, in the currency of their country. Members get theirs from the list of subscriptions.',
  auth: 'none',
  reply: {
    status: 200,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['plans'],
      properties: {
        plans: {
          type: 'array',
          items: {
            ...plan,
            properties: {
              ...plan.properties,
              offer: { type: 'string', description: 'The name of a price that only some visitors are offered.' },
            },
          },
          description: 'All plans, then all offers.',
        },
      },
    },
  },
  problems: [],
} as const satisfies Call;

export const lifetimePrice = {
  id: 'getLifetimePrice',
  method: 'GET',
  path: '/v1/payments/lifetime/',
  summary: 'What the caller pays for Lifetime now: what is left of a plan that runs is taken off.',
  auth: 'user',
  reply: {
    status: 200,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['amount', 'credit', 'currency'],
      properties: {
        amount: { ...amount, description: 'What is paid, by what Stripe says that is left.' },
        credit: { ...amount, description: 'What was taken off the price; 0 where nothing is left.' },
        currency,
      },
    },
  },
  problems: ['not_found', 'payment_unavailable'],
} as const satisfies Call;

const browserName = { type: 'string', format: 'single-line', minLength: 1, maxLength: 300 } as const;
const tracking = {
  type: 'object',
  additionalProperties: false,
  description:
    'Names that analytics services have given this browser, where its user allows that they are told of the purchase. ' +
    'They are erased once that is done, and after two days at the latest.',
  properties: {
    yandexMetrica: { ...browserName, description: 'ClientID of Yandex Metrica (`_ym_uid`).' },
    googleAnalytics: { ...browserName, description: 'client_id of Google Analytics (in `_ga`).' },
    meta: {
      type: 'object',
      additionalProperties: false,
      required: ['userAgent'],
      properties: {
        fbp: { ...browserName, description: 'The browser, as the Meta pixel names it (`_fbp`).' },
        fbc: { ...browserName, maxLength: 1_000, description: 'The click on an advert of Meta (`_fbc`).' },
        userAgent: { ...browserName, maxLength: 1_000 },
      },
    },
  },
} as const;
export type Tracking = FromSchema<typeof tracking>;

export const buy = {
  id: 'buyPlan',
  method: 'POST',
  path: '/v1/payments/buy/',
  summary: "Begins a payment, or goes on with the caller's open one; `url` is Stripe's page where it is made.",
  auth: 'user',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['plan'],
    properties: {
      plan: planId,
      amount: { ...amount, description: 'The price that the caller was shown: refused where it is another by now.' },
      currency: { ...currency, description: 'The currency of that price.' },
      tracking,
    },
  },
  reply: {
    status: 201,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'url'],
      properties: { id, url: { type: 'string' } },
    },
  },
  problems: ['already_subscribed', 'price_changed', 'payment_init', 'busy'],
} as const satisfies Call;

export const status = {
  id: 'getPaymentStatus',
  method: 'GET',
  path: '/v1/payments/status/{id}/',
  summary: 'How a payment of the caller stands, by what Stripe says now.',
  auth: 'user',
  params: idParams,
  reply: {
    status: 200,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'plan', 'status', 'amount', 'currency', 'accessTo'],
      properties: { id, plan: planId, status: paymentStatus, amount, currency, accessTo: instantOrNull },
    },
  },
  problems: ['not_found'],
} as const satisfies Call;

export const portal = {
  id: 'openPortal',
  method: 'POST',
  path: '/v1/payments/portal/',
  summary:
    "Where the caller's own portal is on Stripe's site, for a few minutes: card, plan, invoices, cancelling. It leads " +
    'back to the profile, or to the payment page without access.',
  auth: 'user',
  body: {
    type: 'object',
    additionalProperties: false,
    properties: {
      to: {
        enum: ['card', 'plan', 'cancel'],
        description: 'Leads to one thing: another card, another plan, or the end of the renewals. Default: to all.',
      },
    },
  },
  reply: {
    status: 201,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['url'],
      properties: { url: { type: 'string' } },
    },
  },
  problems: ['not_found', 'not_changeable', 'payment_unavailable'],
} as const satisfies Call;

export const refundPayment = {
  id: 'refundPayment',
  method: 'POST',
  path: '/v1/payments/{id}/refund/',
  summary:
    'Gives back the first payment of the account, or its first switch from a running plan to Lifetime, within 14 days of ' +
    'that payment and once a person, and ends what it paid for.',
  auth: 'user',
  params: idParams,
  reply: { status: 200, body: payment },
  problems: ['not_found', 'not_refundable', 'guarantee_used', 'payment_unavailable'],
} as const satisfies Call;
