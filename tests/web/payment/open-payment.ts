import { vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { createPayment, type PaymentEffects } from '../../../web/pages/cabinet/payment/payment-machine.ts';
import type { PaymentEvent } from '../../../web/pages/cabinet/payment/payment-machine.ts';
import type { StripeReturn } from '../../../web/pages/cabinet/payment/stripe-return.ts';
import type { PaymentReport, PaymentStatus } from '../../../web/pages/cabinet/payments.ts';

export const report = (status: PaymentStatus): PaymentReport => ({
  id: 'p1',
  plan: 'three_months',
  status,
  amount: 2999,
  currency: 'USD',
  accessTo: status === 'succeeded' ? '2999-01-01T12:00:00.000Z' : null,
});

/** A payment page without a browser: its effects are watched, its clock moves when the test says so. */
export function openPayment(returned: StripeReturn | null = null) {
  const clock = new SimulatedClock();
  const effects = {
    buy: vi.fn<PaymentEffects['buy']>(async () => ({ id: 'p1', url: 'https://stripe.example/pay' })),
    status: vi.fn<PaymentEffects['status']>(async () => report('pending')),
    refresh: vi.fn(async () => {}),
    leaveFor: vi.fn<PaymentEffects['leaveFor']>(),
    onPaid: vi.fn<PaymentEffects['onPaid']>(),
  };
  const actor = createPayment(effects, returned, clock);
  const snapshot = () => actor.getSnapshot();
  return {
    effects,
    /** Starts it and lets the first answers come. */
    open: async () => {
      actor.start();
      await answered();
    },
    send: async (event: PaymentEvent) => {
      actor.send(event);
      await answered();
    },
    pass: async (milliseconds: number) => {
      clock.increment(milliseconds);
      await answered();
    },
    state: () => Object.keys(toObject(snapshot().value))[0],
    context: () => snapshot().context,
  };
}

const toObject = (value: string | object) => (typeof value === 'string' ? { [value]: {} } : value);

/** Resolves when all promises that can have settled have. */
const answered = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
