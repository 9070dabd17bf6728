import type { PlanId } from '../../schemas/api/payments.ts';

/** A plan as it is offered (`content/plans.yaml`), by way of the built site's manifest. */
export interface Plan {
  readonly id: PlanId;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** ISO 4217, such as `USD`. */
  readonly currency: string;
  /** Months between payments; null for a single payment. */
  readonly months: number | null;
  readonly recommended: boolean;
}
