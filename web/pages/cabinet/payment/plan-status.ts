import type { CurrentUser } from '../../../session/account.ts';
import { hasAccess } from '../../../session/current-user.ts';
import type { Purchases, Subscription } from '../payments.ts';
import { serverNow } from '../../../session/server-time.ts';
import { lifetimeYear } from '../times.ts';

/** What a member has paid for, and what is open. */
export type PlanStatus =
  | { readonly kind: 'new' }
  /** Was a member; `subscription` where it is one that has ended. */
  | { readonly kind: 'former'; readonly subscription: Subscription | null }
  | { readonly kind: 'subscribed'; readonly subscription: Subscription }
  | { readonly kind: 'lifetime' }
  /** Has access that was not bought here, or that is left of something that was. */
  | { readonly kind: 'granted'; readonly accessTo: Date }
  /** The renewal could not be taken; with or without access meanwhile. */
  | { readonly kind: 'past_due'; readonly subscription: Subscription; readonly accessTo: Date | null }
  /** Has paid, and yet no access: a bank is asking about the payment. */
  | { readonly kind: 'on_hold'; readonly subscription: Subscription | null };

type Access = Pick<CurrentUser, 'accessTo'>;
type Bought = Pick<Purchases, 'subscriptions' | 'payments'>;

/** What counts first is what would be lost or paid twice if it were not seen. */
export function planStatusOf({ accessTo }: Access, { subscriptions, payments }: Bought, now = serverNow()): PlanStatus {
  const open = hasAccess(accessTo, now) ? accessTo : null;
  const holdsLifetime = payments.some(({ plan, status }) => plan === 'lifetime' && status === 'succeeded');
  if (open && open.getUTCFullYear() >= lifetimeYear) return { kind: 'lifetime' };
  const running = subscriptions.find(({ status }) => status === 'active');
  if (holdsLifetime && !open) return { kind: 'on_hold', subscription: running ?? null };
  const owing = subscriptions.find(({ status }) => status === 'past_due');
  if (owing) return { kind: 'past_due', subscription: owing, accessTo: open };
  if (running) return { kind: open ? 'subscribed' : 'on_hold', subscription: running };
  if (open) return { kind: 'granted', accessTo: open };
  if (subscriptions.length === 0 && payments.length === 0) return { kind: 'new' };
  return { kind: 'former', subscription: subscriptions[0] ?? null };
}
