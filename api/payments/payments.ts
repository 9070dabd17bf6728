import { createBuy, createLifetimePrice } from './calls/buy.ts';
import { createList } from './calls/bought.ts';
import { createPortal } from './calls/portal.ts';
import { createRefund } from './calls/refund.ts';
import { createStatus } from './calls/status.ts';
import { createListPrices } from './offers.ts';
import type { PaymentDependencies } from './open-payments.ts';

/** Every call about payments (specification, section 7) with its handler. */
export function createPaymentEndpoints(services: PaymentDependencies) {
  return {
    listSubscriptions: createList(services),
    listPrices: createListPrices(services),
    getLifetimePrice: createLifetimePrice(services),
    buyPlan: createBuy(services),
    getPaymentStatus: createStatus(services),
    openPortal: createPortal(services),
    refundPayment: createRefund(services),
  };
}
