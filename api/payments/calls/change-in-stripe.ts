import { ApiError } from '../../platform/http/api-error.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { isOfStripe, isStripeRefusal, reasonOf } from '../stripe.ts';

interface StripeChange {
  readonly userId: string;
  readonly requestId: string;
  /** Changes something in Stripe; made twice, it does it once. */
  readonly change: () => Promise<unknown>;
}

/**
 * Has Stripe change something, and writes down what has become of it. Resolves to whether that was read: if not, it has
 * changed all the same, and will be. What Stripe refuses because somebody else was first is taken for done; the caller
 * looks at what was read. Throws `payment_unavailable` where nothing has changed.
 */
export async function changeInStripe(
  { sync, log }: PaymentDependencies,
  { userId, requestId, change }: StripeChange,
): Promise<{ isChanged: boolean; isRead: boolean }> {
  const isChanged = await change().then(
    () => true,
    (error: unknown) => {
      if (isStripeRefusal(error)) return false;
      throw asUnavailable(error);
    },
  );
  try {
    await sync.user(userId);
    return { isChanged, isRead: true };
  } catch (error) {
    if (!isChanged) throw asUnavailable(error);
    if (!isOfStripe(error)) throw error;
    log.warn('payment_change_not_read', { requestId, reason: reasonOf(error) });
    return { isChanged, isRead: false };
  }
}

/** The same error, or `payment_unavailable` where it is one of Stripe's. */
export function asUnavailable(error: unknown): unknown {
  return isOfStripe(error) ? new ApiError('payment_unavailable', { cause: error }) : error;
}
