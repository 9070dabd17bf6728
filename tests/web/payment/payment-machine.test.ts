import { describe, expect, test } from 'vitest';
import { ApiProblem } from '../../../web/session/api-client.ts';
import { openPayment, report } from './open-payment.ts';

const choice = { plan: 'three_months', amount: 2999, currency: 'USD' } as const;
const buy = { type: 'BUY', ...choice } as const;
const notThere = new ApiProblem(404, { code: 'not_found' });
const cameBack = { id: 'p1', back: true };

describe('choosing a plan', () => {
  test('leads to the page where it is paid', async () => {
    const payment = openPayment();
    await payment.open();
    expect(payment.state()).toBe('choosing');
    await payment.send(buy);
    expect(payment.effects.buy).toHaveBeenCalledWith(choice);
    expect(payment.effects.leaveFor).toHaveBeenCalledExactlyOnceWith({ id: 'p1', url: 'https://stripe.example/pay' });
    expect(payment.state()).toBe('redirected');
  });

  test('begins one payment, however often the button is pressed', async () => {
    const payment = openPayment();
    await payment.open();
    await Promise.all([payment.send(buy), payment.send(buy)]);
    await payment.send(buy);
    expect(payment.effects.buy).toHaveBeenCalledTimes(1);
  });

  test('can be done again where the payment could not begin, and the problem is forgotten then', async () => {
    const payment = openPayment();
    const problem = new ApiProblem(503, { code: 'payment_init' });
    payment.effects.buy.mockRejectedValueOnce(problem);
    await payment.open();
    await payment.send(buy);
    expect(payment.state()).toBe('choosing');
    expect(payment.context().problem).toBe(problem);
    expect(payment.effects.refresh).not.toHaveBeenCalled();
    await payment.send(buy);
    expect(payment.state()).toBe('redirected');
    expect(payment.context().problem).toBeNull();
  });

  test('loads what the visitor has again where they have a plan already', async () => {
    const payment = openPayment();
    payment.effects.buy.mockRejectedValueOnce(new ApiProblem(409, { code: 'already_subscribed' }));
    await payment.open();
    await payment.send(buy);
    expect(payment.effects.refresh).toHaveBeenCalledTimes(1);
    expect(payment.state()).toBe('choosing');
  });

  test('is possible again where the browser never got away', async () => {
    const payment = openPayment();
    await payment.open();
    await payment.send(buy);
    await payment.pass(10_000);
    expect(payment.state()).toBe('choosing');
  });
});

describe("the browser's Back from Stripe", () => {
  test('leads to the choice, which says that the page is still there', async () => {
    const payment = openPayment();
    await payment.open();
    await payment.send(buy);
    await payment.send({ type: 'RETURNED' });
    expect(payment.state()).toBe('choosing');
    expect(payment.effects.status).toHaveBeenCalledExactlyOnceWith('p1');
    expect(payment.context().cameBack).toBe(true);
  });

  test('is not spoken of any more once they try again', async () => {
    const payment = openPayment(cameBack);
    await payment.open();
    expect(payment.context().cameBack).toBe(true);
    await payment.send(buy);
    expect(payment.context().cameBack).toBe(false);
  });

  test('after paying there shows that it is paid', async () => {
    const payment = openPayment();
    payment.effects.status.mockResolvedValue(report('succeeded'));
    await payment.open();
    await payment.send(buy);
    await payment.send({ type: 'RETURNED' });
    expect(payment.state()).toBe('paid');
  });

  test('asks for nothing where no payment had begun', async () => {
    const payment = openPayment();
    await payment.open();
    await payment.send({ type: 'RETURNED' });
    expect(payment.effects.status).not.toHaveBeenCalled();
  });
});

describe('back from Stripe without paying', () => {
  test.each(['created', 'pending'] as const)('leads to the choice and says so while it is %s', async (status) => {
    const payment = openPayment(cameBack);
    payment.effects.status.mockResolvedValue(report(status));
    await payment.open();
    expect(payment.state()).toBe('choosing');
    expect(payment.context().cameBack).toBe(true);
  });

  test.each(['failed', 'expired', 'refunded'] as const)('promises no page where the payment is %s', async (status) => {
    const payment = openPayment(cameBack);
    payment.effects.status.mockResolvedValue(report(status));
    await payment.open();
    expect(payment.state()).toBe('choosing');
    expect(payment.context().cameBack).toBe(false);
  });

  test('shows that it is paid where it was paid in another tab', async () => {
    const payment = openPayment(cameBack);
    payment.effects.status.mockResolvedValue(report('succeeded'));
    await payment.open();
    expect(payment.state()).toBe('paid');
  });

  test.each([notThere, new Error('offline')])('claims nothing where it is not known: %s', async (error) => {
    const payment = openPayment(cameBack);
    payment.effects.status.mockRejectedValue(error);
    await payment.open();
    expect(payment.state()).toBe('choosing');
    expect(payment.context().cameBack).toBe(false);
  });

  test('waits for no answer longer than 5 s', async () => {
    const payment = openPayment(cameBack);
    payment.effects.status.mockReturnValue(new Promise(() => {}));
    await payment.open();
    expect(payment.state()).toBe('checking');
    await payment.pass(5_000);
    expect(payment.state()).toBe('choosing');
  });
});
