import { describe, expect, test } from 'vitest';
import { ApiProblem } from '../../../web/session/api-client.ts';
import { openPayment, report } from './open-payment.ts';

const waitingPayment = () => openPayment({ id: 'p1', back: false });

describe('after paying, the page', () => {
  test('asks at once, then every 1.5 s, until it is paid', async () => {
    const payment = waitingPayment();
    await payment.open();
    expect(payment.effects.status).toHaveBeenCalledExactlyOnceWith('p1');
    await payment.pass(1_499);
    expect(payment.effects.status).toHaveBeenCalledTimes(1);
    payment.effects.status.mockResolvedValue(report('succeeded'));
    await payment.pass(1);
    expect(payment.state()).toBe('paid');
    expect(payment.effects.onPaid).toHaveBeenCalledExactlyOnceWith(report('succeeded'));
    expect(payment.context().report).toEqual(report('succeeded'));
    await payment.pass(60_000);
    expect(payment.effects.status).toHaveBeenCalledTimes(2);
  });

  test('asks more slowly after 20 s, when it says that it takes longer, and after two minutes', async () => {
    const payment = waitingPayment();
    await payment.open();
    expect(payment.context().waitingTime).toBe('fresh');
    await payment.pass(20_000);
    expect(payment.context().waitingTime).toBe('long');
    payment.effects.status.mockClear();
    await payment.pass(4_999);
    expect(payment.effects.status).not.toHaveBeenCalled();
    await payment.pass(1);
    expect(payment.effects.status).toHaveBeenCalledTimes(1);
    await payment.pass(100_000);
    payment.effects.status.mockClear();
    await payment.pass(29_999);
    expect(payment.effects.status).not.toHaveBeenCalled();
    await payment.pass(1);
    expect(payment.effects.status).toHaveBeenCalledTimes(1);
  });

  test.each(['failed', 'expired'] as const)('knows that a %s payment is over', async (status) => {
    const payment = waitingPayment();
    payment.effects.status.mockResolvedValue(report(status));
    await payment.open();
    expect(payment.state()).toBe('failed');
    expect(payment.effects.onPaid).not.toHaveBeenCalled();
  });

  test.each([
    ['all of it was given back', report('refunded')],
    ['a bank asks about it', { ...report('succeeded'), accessTo: null }],
    ['it was used up long ago', { ...report('succeeded'), accessTo: '2020-01-01T00:00:00.000Z' }],
  ])('welcomes nobody where %s', async (_, answer) => {
    const payment = waitingPayment();
    payment.effects.status.mockResolvedValue(answer);
    await payment.open();
    expect(payment.state()).toBe('choosing');
    expect(payment.effects.onPaid).not.toHaveBeenCalled();
  });

  test.each([400, 404, 422])('shows the plans where there is no such payment: %i', async (status) => {
    const payment = waitingPayment();
    payment.effects.status.mockRejectedValue(new ApiProblem(status, { code: 'not_found' }));
    await payment.open();
    expect(payment.state()).toBe('choosing');
  });
});

describe('while it waits, the page', () => {
  test.each([new Error('offline'), new ApiProblem(500), new ApiProblem(429)])('goes on through %s', async (error) => {
    const payment = waitingPayment();
    payment.effects.status.mockRejectedValueOnce(error);
    await payment.open();
    expect(payment.state()).toBe('waiting');
    payment.effects.status.mockResolvedValue(report('succeeded'));
    await payment.pass(1_500);
    expect(payment.state()).toBe('paid');
  });

  test('asks again where no answer came in 15 s', async () => {
    const payment = waitingPayment();
    payment.effects.status.mockReturnValueOnce(new Promise(() => {}));
    await payment.open();
    await payment.pass(15_000);
    payment.effects.status.mockResolvedValue(report('succeeded'));
    await payment.pass(1_500);
    expect(payment.state()).toBe('paid');
  });

  test('asks at once when the network is back', async () => {
    const payment = waitingPayment();
    await payment.open();
    await payment.send({ type: 'ONLINE' });
    expect(payment.effects.status).toHaveBeenCalledTimes(2);
  });

  test('asks nothing in a hidden tab, and at once when it is visible', async () => {
    const payment = waitingPayment();
    await payment.open();
    await payment.send({ type: 'HIDDEN' });
    await payment.pass(60_000);
    expect(payment.effects.status).toHaveBeenCalledTimes(1);
    payment.effects.status.mockResolvedValue(report('succeeded'));
    await payment.send({ type: 'SEEN' });
    expect(payment.state()).toBe('paid');
  });

  test('that was opened in the background asks once', async () => {
    const payment = waitingPayment();
    await Promise.all([payment.open(), payment.send({ type: 'HIDDEN' })]);
    await payment.pass(60_000);
    expect(payment.effects.status).toHaveBeenCalledTimes(1);
    await payment.send({ type: 'SEEN' });
    expect(payment.effects.status).toHaveBeenCalledTimes(2);
  });
});
