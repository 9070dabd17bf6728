import { catalogueOperations } from './catalogue.ts';
import { couponOperations } from './coupons.ts';
import { creditNoteOperations } from './credit-notes.ts';
import { customerOperations } from './customers.ts';
import { eventOperations } from './events.ts';
import { invoiceOperations } from './invoices.ts';
import type { Operation } from './operation.ts';
import { paymentOperations } from './payments.ts';
import { portalOperations } from './portal.ts';
import { refundOperations } from './refunds.ts';
import { sessionOperations } from './sessions.ts';
import { subscriptionOperations } from './subscriptions.ts';
import { testClockOperations } from './test-clocks.ts';

/** All that can be asked. */
export const operations: readonly Operation[] = [
  ...customerOperations,
  ...catalogueOperations,
  ...couponOperations,
  ...sessionOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...creditNoteOperations,
  ...portalOperations,
  ...paymentOperations,
  ...refundOperations,
  ...eventOperations,
  ...testClockOperations,
];
