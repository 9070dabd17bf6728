import { assign, type SnapshotFrom } from 'xstate';
import { paymentSetup } from './payment-setup.ts';

/** Asks once; what is not paid leaves the choice to the visitor. */
const ask = { src: 'askStatus', input: ({ context }: AskedFor) => context.paymentId ?? '' } as const;
interface AskedFor {
  readonly context: { readonly paymentId: string | null };
}
const toPaid = { guard: 'isPaid', target: '#payment.paid', actions: 'keepReport' } as const;
const afterReturn = {
  ...ask,
  onDone: [toPaid, { target: '#payment.choosing', actions: 'noteReturn' }],
  onError: '#payment.choosing',
} as const;

/** Asks at once and again, through errors, but only while somebody looks. */
const waiting = paymentSetup.createStateConfig({
  initial: 'asking',
  after: {
    long: { actions: assign({ patience: 'long' }) },
    longest: { actions: assign({ patience: 'longest' }) },
  },
  states: {
    asking: {
      invoke: {
        ...ask,
        onDone: [
          toPaid,
          { guard: 'isOver', target: '#payment.failed', actions: 'keepReport' },
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
export const paymentMachine = paymentSetup.createMachine({
  id: 'payment',
  context: ({ input }) => ({
    returned: input,
    plan: null,
    paymentId: input?.id ?? null,
    report: null,
    problem: null,
    cameBack: false,
    patience: 'fresh',
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
        BUY: { target: 'starting', actions: assign({ plan: ({ event }) => event.plan }) },
        RETURNED: { guard: 'hasBegun', target: '.looking' },
      },
      states: { idle: {}, looking: { invoke: afterReturn } },
    },
    starting: {
      entry: assign({ problem: null, cameBack: false }),
      invoke: {
        src: 'buy',
        input: ({ context }) => context.plan!,
        onDone: {
          target: 'redirected',
          actions: [
            assign(({ event }) => ({ paymentId: event.output.id })),
            { type: 'leaveFor', params: ({ event }) => event.output },
          ],
        },
        onError: { target: 'choosing', actions: 'keepProblem' },
      },
    },
    redirected: { after: { leaving: 'choosing' }, on: { RETURNED: 'choosing.looking' } },
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
export function stateOf({ value }: PaymentSnapshot): PaymentState {
  return typeof value === 'string' ? value : (Object.keys(value)[0] as PaymentState);
}
