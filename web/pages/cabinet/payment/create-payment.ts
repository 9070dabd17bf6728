import { createActor, type Actor, type ActorOptions } from 'xstate';
import { fromPromise } from 'xstate/actors';
import { ApiProblem } from '../../../session/api-problem.ts';
import type { BegunPayment, PaymentReport, PlanId } from '../../../session/payments.ts';
import { paymentMachine } from './payment-machine.ts';
import type { StripeReturn } from './stripe-return.ts';

/** What the payment page does to the world outside. */
export interface PaymentEffects {
  readonly buy: (plan: PlanId) => Promise<BegunPayment>;
  readonly status: (id: string) => Promise<PaymentReport>;
  /** Loads the user and what they have bought anew. Never rejects. */
  readonly refresh: () => Promise<void>;
  /** Leaves the site for Stripe's page. */
  readonly leaveFor: (begun: BegunPayment) => void;
  /** The payment has succeeded: `accessTo` says until when the user has access now. */
  readonly onPaid: (report: PaymentReport) => void;
}

type Clock = ActorOptions<typeof paymentMachine>['clock'];

/** A payment with its effects, not yet started. Where the visitor has a plan already, what they have is loaded anew. */
export function createPayment(
  effects: PaymentEffects,
  returned: StripeReturn | null,
  clock?: Clock,
): Actor<typeof paymentMachine> {
  const machine = paymentMachine.provide({
    actors: {
      askStatus: fromPromise(({ input }) => effects.status(input)),
      buy: fromPromise(({ input }) => buyOnce(input, effects)),
    },
    actions: {
      leaveFor: (_, begun) => effects.leaveFor(begun),
      takeAccess: ({ context }) => context.report && effects.onPaid(context.report),
    },
  });
  return createActor(machine, { input: returned, ...(clock && { clock }) });
}

async function buyOnce(plan: PlanId, { buy, refresh }: PaymentEffects): Promise<BegunPayment> {
  try {
    return await buy(plan);
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'already_subscribed') await refresh();
    throw error;
  }
}
