import type { ReplyOf } from '../../schemas/api/call.ts';
import type * as payments from '../../schemas/api/payments.ts';
import type { PlanId } from '../../schemas/api/payments.ts';
import { callApi, clientIp, signUp } from '../harness/api-calls.ts';

type Reply<Name extends 'buy' | 'status' | 'subscriptions'> = ReplyOf<(typeof payments)[Name]>;

/** Somebody with an account. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly ip: string;
}

let made = 0;

/** Signs up somebody new, and throws where that does not work. */
export async function signUpMember(base: string): Promise<Member> {
  const number = ++made;
  const email = `member-${number}@example.com`;
  const { status, body } = await signUp(base, email, number);
  if (status !== 201) throw new Error(`The sign-up was answered with ${status}: ${JSON.stringify(body)}`);
  return { id: body.user.id, email, token: body.accessToken, ip: clientIp(number) };
}

/** An answer of an API that may also be a problem. */
export interface Problem {
  readonly code?: string;
  readonly detail?: string;
}

export const buy = (base: string, { token, ip }: Member, plan: PlanId) =>
  callApi<Reply<'buy'> & Problem>(base, '/v1/payments/buy/', { token, ip, body: { plan } });

export const readStatus = (base: string, { token, ip }: Member, id: string) =>
  callApi<Reply<'status'> & Problem>(base, `/v1/payments/status/${id}/`, { method: 'GET', token, ip });

export const readPurchases = (base: string, { token, ip }: Member) =>
  callApi<Reply<'subscriptions'> & Problem>(base, '/v1/payments/subscriptions/', { method: 'GET', token, ip });

export const readMe = (base: string, { token, ip }: Member) =>
  callApi<{ accessTo: string | null }>(base, '/v1/users/me/', { method: 'GET', token, ip });

/** Leads to Stripe's portal. */
export const openPortal = (base: string, { token, ip }: Member, to?: 'plan' | 'cancel') =>
  callApi<ReplyOf<typeof payments.portal> & Problem>(base, '/v1/payments/portal/', {
    token,
    ip,
    body: to ? { to } : {},
  });

export const refund = (base: string, { token, ip }: Member, id: string) =>
  callApi<Problem>(base, `/v1/payments/${id}/refund/`, { token, ip });
