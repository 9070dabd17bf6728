import { type Actor, type ActorOptions, assign, createActor, setup, type SnapshotFrom } from 'xstate';
import { fromPromise } from 'xstate/actors';
import type { StripeReturn } from './stripe-return.ts';
import { ApiProblem } from '../../../session/api-client.ts';
import { hasAccess } from '../../../session/current-user.ts';
import type { BegunPayment, PaymentReport, PlanOrder } from '../payments.ts';

/** What the payment page does to the world outside. */
export interface PaymentEffects {
  readonly buy: (choice: PlanOrder) => Promise<BegunPayment>;
  readonly status: (id: string) => Promise<PaymentReport>;
  /** Loads the user and what they have bought again. Never rejects. */
  readonly refresh: () => Promise<void>;
  /** Leaves the site for Stripe's page. */
  readonly leaveFor: (payment: BegunPayment) => void;
  /** The payment has succeeded: `accessTo` says until when the user has access now. */
  readonly onPaid: (report: PaymentReport) => void;
}

type Clock = ActorOptions<typeof paymentMachine>['clock'];

/**
 * A payment with its effects, not yet started. Where the visitor has a plan already, or the price is another one by now,
 * what they have is loaded again.
 */
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
      leaveFor: (_, payment) => effects.leaveFor(payment),
      takeAccess: ({ context }) => context.report && effects.onPaid(context.report),
    },
  });
  return createActor(machine, { input: returned, ...(clock && { clock }) });
}

async function buyOnce(choice: PlanOrder, { buy, refresh }: PaymentEffects): Promise<BegunPayment> {
  try {
    return await buy(choice);
  } catch (error) {
    const isOutdated =
      error instanceof ApiProblem && (error.code === 'already_subscribed' || error.code === 'price_changed');
    if (isOutdated) await refresh();
    throw error;
  }
}

export type PaymentEvent =
  | ({ readonly type: 'BUY' } & PlanOrder)
  /** The browser's Back has brought the page from its memory, as it was when it was left. */
  | { readonly type: 'RETURNED' }
  /** The tab is looked at, or not any more. */
  | { readonly type: 'SEEN' }
  | { readonly type: 'HIDDEN' }
  | { readonly type: 'ONLINE' };

interface PaymentContext {
  readonly returned: StripeReturn | null;
  /** What is bought. */
  readonly choice: PlanOrder | null;
  /** The payment that this page began or came back from. */
  readonly paymentId: string | null;
  /** What was heard of it when it was over. */
  readonly report: PaymentReport | null;
  /** Why a payment could not begin; null where nothing failed. */
  readonly problem: unknown;
  /** Whether the visitor left Stripe's page without paying, and can go on there. */
  readonly cameBack: boolean;
  /** How long they have been waiting. */
  readonly waitingTime: 'fresh' | 'long' | 'longest';
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
const choiceIn = ({ plan, amount, currency }: PlanOrder): PlanOrder => ({ plan, amount, currency });
const errorIn = (event: object) => ('error' in event ? event.error : null);

/** What the states of a payment are made of. Effects are missing: `createPayment` provides them. */
const paymentSetup = setup({
  types: { context: {} as PaymentContext, events: {} as PaymentEvent, input: {} as StripeReturn | null },
  actors: {
    askStatus: fromPromise<PaymentReport, string>(missing),
    buy: fromPromise<BegunPayment, PlanOrder>(missing),
  },
  actions: {
    /** Leaves the site for Stripe's page. */
    leaveFor: (_scope, _payment: BegunPayment) => {},
    /** The payment has succeeded. */
    takeAccess: () => {},
    saveReport: assign(({ event }) => (isReport(event) ? { report: event.output } : {})),
    noteReturn: assign(({ event }) => ({ cameBack: ['created', 'pending'].includes(statusIn(event) ?? '') })),
    saveProblem: assign(({ event }) => ({ problem: errorIn(event) })),
  },
  guards: {
    isBack: ({ context }) => context.returned?.back === true,
    isReturned: ({ context }) => context.returned !== null,
    hasPayment: ({ context }) => context.paymentId !== null,
    isHidden: ({ context }) => context.isHidden,
    isSeen: ({ context }) => !context.isHidden,
    isPaid: ({ event }) => statusIn(event) === 'succeeded' && opensAccess(event),
    isOver: ({ event }) => ['failed', 'expired'].includes(statusIn(event) ?? ''),
    /** It was paid, yet it opens nothing: it was given back, is disputed, or was used up long ago. */
    isSettled: ({ event }) => ['refunded', 'succeeded'].includes(statusIn(event) ?? ''),
    /** There is no such payment, or it is another user's. */
    isUnknown: ({ event }) => {
      const error = errorIn(event);
      return error instanceof ApiProblem && [400, 404, 422].includes(error.status);
    },
  },
  delays: {
    pause: ({ context }) => pauses[context.waitingTime],
    /** Where no answer has come by then, none will: phones lose requests while they sleep. */
    unanswered: 15_000,
    long: 20_000,
    longest: 120_000,
    /** A page that still stands after this long did not get away: its button works again. */
    leaving: 10_000,
    /** On return, the plans are shown after this long, whatever is known of the payment. */
    checking: 5_000,
  },
});

function missing(): Promise<never> {
  return Promise.reject(new Error('A payment needs effects'));
}

/** Asks once; what is not paid leaves the choice to the visitor. */
const ask = { src: 'askStatus', input: ({ context }: AskedFor) => context.paymentId ?? '' } as const;
interface AskedFor {
  readonly context: { readonly paymentId: string | null };
}
const toPaid = { guard: 'isPaid', target: '#payment.paid', actions: 'saveReport' } as const;
const afterReturn = {
  ...ask,
  onDone: [toPaid, { target: '#payment.choosing', actions: 'noteReturn' }],
  onError: '#payment.choosing',
} as const;

/** Asks at once and again, through errors, but only while the page is visible. */
const waiting = paymentSetup.createStateConfig({
  initial: 'asking',
  after: {
    long: { actions: assign({ waitingTime: 'long' }) },
    longest: { actions: assign({ waitingTime: 'longest' }) },
  },
  states: {
    asking: {
      invoke: {
        ...ask,
        onDone: [
          toPaid,
          { guard: 'isOver', target: '#payment.failed', actions: 'saveReport' },
          { guard: 'isSettled', target: '#payment.choosing' },
          { target: 'pausing' },
        ],
        onError: [{ guard: 'isUnknown', target: '#payment.choosing' }, { target: 'pausing' }],
      },
      after: { unanswered: 'pausing' },
    },
    pausing: {
      always: { guard: 'isHidden', target: 'unseen' },
      after: { pause: 'asking' },
      on: { ONLINE: 'asking' },
    },
    unseen: { always: { guard: 'isSeen', target: 'asking' } },
  },
});

/**
 * A payment from the choice of a plan to its outcome. It begins where the visitor is: with the plans, or, back from
 * Stripe's page, with what became of the payment.
 */
const paymentMachine = paymentSetup.createMachine({
  id: 'payment',
  context: ({ input }) => ({
    returned: input,
    choice: null,
    paymentId: input?.id ?? null,
    report: null,
    problem: null,
    cameBack: false,
    waitingTime: 'fresh',
    isHidden: false,
  }),
  on: {
    SEEN: { actions: assign({ isHidden: false }) },
    HIDDEN: { actions: assign({ isHidden: true }) },
  },
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: 'isBack', target: 'checking' },
        { guard: 'isReturned', target: 'waiting' },
        { target: 'choosing' },
      ],
    },
    /** Back by Stripe's own way back: most have not paid, yet some have, in another tab. */
    checking: { invoke: afterReturn, after: { checking: 'choosing' } },
    choosing: {
      initial: 'idle',
      on: {
        BUY: { target: 'starting', actions: assign({ choice: ({ event }) => choiceIn(event) }) },
        RETURNED: { guard: 'hasPayment', target: '.rechecking' },
      },
      states: { idle: {}, rechecking: { invoke: afterReturn } },
    },
    starting: {
      entry: assign({ problem: null, cameBack: false }),
      invoke: {
        src: 'buy',
        input: ({ context }) => context.choice!,
        onDone: {
          target: 'redirected',
          actions: [
            assign(({ event }) => ({ paymentId: event.output.id })),
            { type: 'leaveFor', params: ({ event }) => event.output },
          ],
        },
        onError: { target: 'choosing', actions: 'saveProblem' },
      },
    },
    redirected: { after: { leaving: 'choosing' }, on: { RETURNED: 'choosing.rechecking' } },
    waiting,
    paid: { entry: 'takeAccess' },
    failed: {},
  },
});

export type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>;
type Value = PaymentSnapshot['value'];
type NameIn<V> = V extends string ? V : keyof V;
export type PaymentState = NameIn<Value>;

/** The state by its name, without what is inside it. */
export function paymentStateOf({ value }: PaymentSnapshot): PaymentState {
  return typeof value === 'string' ? value : (Object.keys(value)[0] as PaymentState);
}
