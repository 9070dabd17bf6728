import { signEvent } from './sign.ts';

interface Receiver {
  readonly secret: string;
  readonly url: () => string | null;
}

const timeout = 10_000;

/** Posts a body to the receiver; whether it answered that it has it. */
export function createPost({ secret, url }: Receiver): (body: string, signal: AbortSignal) => Promise<boolean> {
  return async (body, signal) => {
    const address = url();
    if (address === null) return false;
    // Not AbortSignal.timeout: inside AbortSignal.any it never goes off once garbage was collected.
    const late = new AbortController();
    const alarm = setTimeout(() => late.abort(), timeout);
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          // By the clock of this machine, which the receiver holds it against, whatever time it is in the stand-in.
          'Stripe-Signature': signEvent(body, secret, Math.floor(Date.now() / 1000)),
          'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, late.signal]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    } finally {
      clearTimeout(alarm);
    }
  };
}
