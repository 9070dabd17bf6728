import { StripeError } from '../../api/payments/stripe.ts';

/** What `createCalls` needs of payments, where nobody pays. */
export const withoutStripe = {
  payments: {
    stripe: () => Promise.reject(new StripeError('There is no Stripe here')),
    prices: { find: () => Promise.reject(new StripeError('There is no Stripe here')), invalidate: () => undefined },
    pages: { promotionCodes: false, automaticTax: false, cancelOffer: null },
    portals: { find: () => Promise.reject(new StripeError('There is no Stripe here')) },
    sync: { customer: async () => 'read' as const, user: async () => undefined },
  },
  plans: [],
  siteUrl: () => 'https://example.com',
};
