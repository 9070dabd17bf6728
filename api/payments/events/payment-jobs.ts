import type { Database } from '../../platform/db/database.ts';
import type { JobHandlers } from '../../platform/jobs/job.ts';
import type { StripeSource } from '../stripe.ts';
import { checkPayment, paymentCheckJob } from '../sync/check-payment.ts';
import { closeCustomer, closeCustomerJob } from '../sync/close-customer.ts';
import type { Sync } from '../sync.ts';
import { stripeEventJob } from './event-store.ts';
import { handleEvent } from './handle-event.ts';
import { customerSyncJob, syncCustomer } from './walk-customers.ts';

interface JobParts {
  readonly database: Database;
  readonly stripe: StripeSource;
  readonly sync: Sync;
}

/** All jobs about payments, for the worker. */
export function createPaymentJobs(parts: JobParts): JobHandlers {
  return {
    [stripeEventJob]: handleEvent(parts),
    [paymentCheckJob]: checkPayment(parts),
    [closeCustomerJob]: closeCustomer(parts),
    [customerSyncJob]: syncCustomer(parts),
  };
}
