import * as payments from '../../schemas/api/payments.ts';
import { endpoint, type Endpoint } from '../platform/http/endpoint.ts';
import { createBuy } from './calls/buy.ts';
import { createCancel, createRefund, createResume } from './calls/changes.ts';
import { createList, createReadDocument } from './calls/bought.ts';
import { createStatus } from './calls/status.ts';
import type { PaymentDependencies } from './open-payments.ts';

/** Every call about payments (specification, section 7) with its handler. */
export function createPaymentEndpoints(services: PaymentDependencies): readonly Endpoint[] {
  return [
    endpoint(payments.subscriptions, createList(services)),
    endpoint(payments.buy, createBuy(services)),
    endpoint(payments.status, createStatus(services)),
    endpoint(payments.cancelSubscription, createCancel(services)),
    endpoint(payments.resumeSubscription, createResume(services)),
    endpoint(payments.refundPayment, createRefund(services)),
    endpoint(payments.paymentDocument, createReadDocument(services)),
  ];
}
