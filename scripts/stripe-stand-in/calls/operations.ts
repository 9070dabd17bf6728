import { customerOperations } from './customers.ts';
import { disputeOperations } from './disputes.ts';
import { eventOperations } from './events.ts';
import { invoiceOperations } from './invoices.ts';
import type { Operation } from './operation.ts';
import { paymentMethodOperations } from './payment-methods.ts';
import { paymentOperations } from './payments.ts';
import { priceOperations } from './prices.ts';
import { productOperations } from './products.ts';
import { refundOperations } from './refunds.ts';
import { sessionOperations } from './sessions.ts';
import { subscriptionOperations } from './subscriptions.ts';
import { testClockOperations } from './test-clocks.ts';

/** All that can be asked. */
export const operations: readonly Operation[] = [
  ...customerOperations,
  ...productOperations,
  ...priceOperations,
  ...sessionOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...paymentOperations,
  ...paymentMethodOperations,
  ...refundOperations,
  ...disputeOperations,
  ...eventOperations,
  ...testClockOperations,
];
