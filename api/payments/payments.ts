import * as payments from '../../schemas/api/payments.ts';
import { endpoint, type Endpoint } from '../platform/http/endpoint.ts';
import { createBuy, createLifetimePrice } from './calls/buy.ts';
import { createList } from './calls/bought.ts';
import { createPortal } from './calls/portal.ts';
import { createRefund } from './calls/refund.ts';
import { createStatus } from './calls/status.ts';
import { createListPrices } from './offers.ts';
import type { PaymentDependencies } from './open-payments.ts';

/** Every call about payments (specification, section 7) with its handler. */
export function createPaymentEndpoints(services: PaymentDependencies): readonly Endpoint[] {
  return [
    endpoint(payments.subscriptions, createList(services)),
    endpoint(payments.prices, createListPrices(services)),
    endpoint(payments.lifetimePrice, createLifetimePrice(services)),
    endpoint(payments.buy, createBuy(services)),
    endpoint(payments.status, createStatus(services)),
    endpoint(payments.portal, createPortal(services)),
    endpoint(payments.refundPayment, createRefund(services)),
  ];
}
