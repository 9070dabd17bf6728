import type { PlanId } from '../../../session/payments.ts';

/** What is under way towards Stripe's page. */
export interface Buying {
  /** What was chosen last; null before. */
  readonly plan: PlanId | null;
  readonly busy: boolean;
  /** Why the payment could not begin; null where nothing failed. */
  readonly problem: unknown;
  /** Whether the visitor is back from Stripe's page without having paid, and can go on there. */
  readonly cameBack: boolean;
  readonly buy: (plan: PlanId) => void;
}
