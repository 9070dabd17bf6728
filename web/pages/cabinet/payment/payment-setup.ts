import { assign, setup } from 'xstate';
import { fromPromise } from 'xstate/actors';
import { ApiProblem } from '../../../session/api-problem.ts';
import { hasAccess } from '../../../session/has-access.ts';
import type { BegunPayment, PaymentReport, PlanId } from '../../../session/payments.ts';
import type { StripeReturn } from './stripe-return.ts';

export type PaymentEvent =
  | { readonly type: 'BUY'; readonly plan: PlanId }
  /** The browser's Back has brought the page from its memory, as it was when it was left. */
  | { readonly type: 'RETURNED' }
  /** The tab is looked at, or not any more. */
  | { readonly type: 'SEEN' }
  | { readonly type: 'HIDDEN' }
  | { readonly type: 'ONLINE' };

interface PaymentContext {
  readonly returned: StripeReturn | null;
  /** What is bought. */
  readonly plan: PlanId | null;
  /** The payment that this page began or came back from. */
  readonly paymentId: string | null;
  /** What was heard of it when it was over. */
  readonly report: PaymentReport | null;
  /** Why a payment could not begin; null where nothing failed. */
  readonly problem: unknown;
  /** Whether the visitor left Stripe's page without paying, and can go on there. */
  readonly cameBack: boolean;
  /** How long they have been waiting. */
  readonly patience: 'fresh' | 'long' | 'longest';
  readonly isHidden: boolean;
}

/** Between two questions, in milliseconds. */
const pauses = { fresh: 1_500, long: 5_000, longest: 30_000 } as const;

const isReport = (event: unknown): event is { readonly output: PaymentReport } =>
  typeof event === 'object' && event !== null && 'output' in event;
const statusIn = (event: unknown) => (isReport(event) ? event.output.status : null);
const opensAccess = (event: unknown) => {
  const accessTo = isReport(event) ? event.output.accessTo : null;
  return accessTo !== null && hasAccess(new Date(accessTo));
};
const errorIn = (event: object) => ('error' in event ? event.error : null);

/** What the states of a payment are made of. Effects are missing: `createPayment` provides them. */
export const paymentSetup = setup({
  types: { context: {} as PaymentContext, events: {} as PaymentEvent, input: {} as StripeReturn | null },
  actors: {
    askStatus: fromPromise<PaymentReport, string>(missing),
    buy: fromPromise<BegunPayment, PlanId>(missing),
  },
  actions: {
    /** Leaves the site for Stripe's page. */
    leaveFor: (_scope, _begun: BegunPayment) => {},
    /** The payment has succeeded. */
    takeAccess: () => {},
    keepReport: assign(({ event }) => (isReport(event) ? { report: event.output } : {})),
    noteReturn: assign(({ event }) => ({ cameBack: ['created', 'pending'].includes(statusIn(event) ?? '') })),
    keepProblem: assign(({ event }) => ({ problem: errorIn(event) })),
  },
  guards: {
    isBack: ({ context }) => context.returned?.back === true,
    isReturned: ({ context }) => context.returned !== null,
    hasBegun: ({ context }) => context.paymentId !== null,
    isHidden: ({ context }) => context.isHidden,
    isSeen: ({ context }) => !context.isHidden,
    isPaid: ({ event }) => statusIn(event) === 'succeeded' && opensAccess(event),
    isOver: ({ event }) => ['failed', 'expired'].includes(statusIn(event) ?? ''),
    /** It was paid, yet it opens nothing: it was given back, is disputed, or was used up long ago. */
    isSettled: ({ event }) => ['refunded', 'succeeded'].includes(statusIn(event) ?? ''),
    /** There is no such payment, or it is somebody else's. */
    isUnknown: ({ event }) => {
      const error = errorIn(event);
      return error instanceof ApiProblem && [400, 404, 422].includes(error.status);
    },
  },
  delays: {
    pause: ({ context }) => pauses[context.patience],
    /** Where no answer has come by then, none will: phones lose requests while they sleep. */
    unanswered: 15_000,
    long: 20_000,
    longest: 120_000,
    /** A page that still stands after this long did not get away: its button works again. */
    leaving: 10_000,
    /** Whoever comes back sees the plans after this long, whatever is known of the payment. */
    checking: 5_000,
  },
});

function missing(): Promise<never> {
  return Promise.reject(new Error('A payment needs effects'));
}
