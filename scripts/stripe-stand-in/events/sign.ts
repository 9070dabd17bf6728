import { createHmac } from 'node:crypto';

/** The header `Stripe-Signature` of a body. @param time seconds since 1970, of the receiver's own clock */
export function signEvent(body: string, secret: string, time: number): string {
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${signature}`;
}
