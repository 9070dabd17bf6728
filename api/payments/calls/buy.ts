import { setTimeout as sleep } from 'node:timers/promises';
import type { BodyOf, ReplyOf } from '../../../schemas/api/call.ts';
import type { buy, lifetimePrice } from '../../../schemas/api/payments.ts';
import { ApiError } from '../../platform/http/problem.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { priceAfter, readCredit } from '../credit.ts';
import { askWithoutGone } from '../customers.ts';
import { type Customer, offersTo } from '../offers.ts';
import type { PaymentDependencies } from '../open-payments.ts';
import { asUnavailable, isOfStripe, isUndecided, stripeReason } from '../stripe.ts';
import { closePage, makePage } from './checkout-page.ts';
import { claimPayment, type RequestedPurchase, type Step } from './claim-payment.ts';
import { paymentLimits } from '../limits.ts';

type Work = Extract<Step, { kind: 'make' | 'close' }>;
type Reply = ReplyOf<typeof buy>;
/** What was asked for, and the price that its buyer was shown. */
type Wish = BodyOf<typeof buy>;
type Order = Omit<RequestedPurchase, 'plan' | 'credit'> & Customer;

const timeoutMilliseconds = 20_000;
const pollMilliseconds = 100;
/** One for a page of another plan; more, where others keep changing their mind. */
const maxCloses = 5;

/**
 * Begins a payment, or goes on with the open one. However many ask at once, and whatever dies in between: there is one
 * open page at a time, and a call that failed can be made again.
 */
export function createBuy(services: PaymentDependencies): Handler<typeof buy> {
  const { rateLimits } = services;
  return async ({ user: { user }, body, ip, country, requestId }) => {
    await rateLimits.consume(paymentLimits.buyByUser, user.id);
    const order = { userId: user.id, country, ip, requestId, tracking: body.tracking };
    return askWithoutGone(services, user.id, () => purchase(services, order, body));
  };
}

/** What Lifetime costs its buyer now: the rest of a plan is taken off. */
export function createLifetimePrice(services: PaymentDependencies): Handler<typeof lifetimePrice> {
  return async ({ user: { user }, country }) => {
    await services.rateLimits.consume(paymentLimits.buyByUser, user.id);
    const plan = (await offersTo(services, { userId: user.id, country })).find(({ id }) => id === 'lifetime');
    if (!plan) throw new ApiError('not_found');
    const read = () => readCredit(services, user.id, plan);
    const credit = await askWithoutGone(services, user.id, read).catch((error: unknown) => {
      throw asUnavailable(error);
    });
    return { amount: priceAfter(credit, plan), credit: credit?.amount ?? 0, currency: plan.currency };
  };
}

function refuse({ log }: Pick<PaymentDependencies, 'log'>, requestId: string, error: unknown): never {
  if (!isOfStripe(error)) throw error;
  log.warn('payment_init_failed', { requestId, reason: stripeReason(error) });
  throw new ApiError('payment_init', { cause: error });
}

async function purchase(services: PaymentDependencies, order: Order, wish: Wish): Promise<Reply> {
  const deadline = performance.now() + timeoutMilliseconds;
  for (let closes = 0; closes <= maxCloses;) {
    // Read again after a page was closed: where that was paid, there is a plan now, and its currency.
    const { userId, requestId } = order;
    const plan = (await offersTo(services, order)).find(({ id }) => id === wish.plan);
    if (!plan) throw new ApiError('price_changed');
    const credit = await readCredit(services, userId, plan).catch((error: unknown) =>
      refuse(services, requestId, error),
    );
    if (!isShown(wish, { amount: priceAfter(credit, plan), currency: plan.currency }))
      throw new ApiError('price_changed');
    const wanted = { ...order, plan, credit };
    const step = await claimPayment(services.database.knex, wanted);
    if (step.kind === 'ready') return { id: step.id, url: step.url };
    if (step.kind === 'wait') {
      await waitForOther(services, step.id, deadline);
    } else {
      const reply = await work(services, wanted, step);
      if (reply) return reply;
      closes += 1;
    }
  }
  throw new ApiError('payment_init');
}

/** Whether it is what the buyer was shown, as far as they say. */
function isShown(shown: Wish, price: { readonly amount: number; readonly currency: string }): boolean {
  const { amount = price.amount, currency = price.currency } = shown;
  return amount === price.amount && currency === price.currency;
}

/** Rejects with `busy` where the other one is not done by then. */
async function waitForOther({ database }: PaymentDependencies, id: string, deadline: number): Promise<void> {
  const text = `SELECT 1 FROM payments WHERE id = $1 AND asked_until BETWEEN now() AND now() + interval '1 minute'`;
  while ((await database.query({ name: 'payment-is-asked', text, values: [id] })).length > 0) {
    if (performance.now() >= deadline) throw new ApiError('busy', { retryAfterSeconds: 10 });
    await sleep(pollMilliseconds);
  }
}

/** Resolves to null where a page was closed, and the way is free for another one. */
async function work(services: PaymentDependencies, wanted: RequestedPurchase, step: Work): Promise<Reply | null> {
  try {
    if (step.kind === 'close') return await closePage(services, wanted.userId, step.payment);
    const reply = await makePage(services, { ...step, plan: wanted.plan, credit: wanted.credit });
    // Another call wants another plan by now: two that close each other's pages would have no end.
    if (!reply) throw new ApiError('payment_init');
    return reply;
  } catch (error) {
    // Where the database is away this fails as well, and the claim ends by itself.
    await release(services, step, error).catch(() => undefined);
    if (isOfStripe(error)) services.prices.invalidate(wanted.plan);
    return refuse(services, wanted.requestId, error);
  }
}

/** Lets others try. What Stripe has refused it refuses for a day, so that the next call begins another payment. */
async function release({ database }: PaymentDependencies, { kind, payment }: Work, error: unknown): Promise<void> {
  const isOver = kind === 'make' && isOfStripe(error) && !isUndecided(error);
  await database.query({ name: 'give-payment-up', text: releaseText, values: [payment.id, isOver] });
}

const releaseText = `
  UPDATE payments SET asked_until = NULL, status = CASE WHEN $2 THEN 'expired' ELSE status END
  WHERE id = $1 AND status IN ('created', 'pending')`;
