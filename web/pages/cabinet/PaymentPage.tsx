import { useEffect } from 'react';
import { reloadIfReachable } from '../../app/reload.ts';
import type { CurrentUser } from '../../session/account.ts';
import { hasAccess } from '../../session/has-access.ts';
import { useKnownUser } from '../../session/use-known-user.ts';
import { PageError } from '../PageError.tsx';
import { PaidView } from './payment/PaidView.tsx';
import { PaymentSkeleton } from './payment/PaymentSkeleton.tsx';
import { Stand } from './payment/Stand.tsx';
import { standingOf } from './payment/standing.ts';
import { useFollow } from './payment/use-follow.ts';
import { useHeadingFocus } from './payment/use-heading-focus.ts';
import { usePayment } from './payment/use-payment.ts';
import { usePurchases, useWhenSeen } from './payment/use-purchases.ts';
import { WaitingView } from './payment/WaitingView.tsx';

/** CABINET_PAYMENT: the plans and the way to Stripe's page, what became of a payment, or what a member has already. */
export function PaymentPage() {
  const user = useKnownUser();
  if (user === null) return <PageError onRetry={reloadIfReachable} />;
  return <Payment key={user.id} user={user} />;
}

function Payment({ user }: { readonly user: CurrentUser }) {
  const { purchases, failed, load, refresh } = usePurchases();
  const { state, context, buy } = usePayment(refresh);
  const standing = purchases && standingOf(user, purchases);
  const isOffer = state === 'choosing' || state === 'starting' || state === 'redirected';
  const view = isOffer ? (standing?.kind ?? (failed ? 'unreachable' : 'loading')) : state;
  const place = useHeadingFocus(view === 'failed' ? 'waiting' : view);
  useFollow(state, context.problem);
  useWhenSeen(refresh, isOffer);
  const wantsPurchases = isOffer || state === 'checking';
  useEffect(() => {
    if (wantsPurchases) void load();
  }, [wantsPurchases, load]);

  const offer = () => {
    if (failed) return <PageError onRetry={refresh} />;
    if (!isOffer || !purchases || !standing) return <PaymentSkeleton ofMember={hasAccess(user.accessTo)} />;
    const buying = { ...context, busy: state !== 'choosing', buy };
    return <Stand standing={standing} plans={purchases.plans} buying={buying} onChanged={refresh} />;
  };
  const content = () => {
    if (state === 'paid' && context.report) return <PaidView report={context.report} email={user.email} />;
    if (state === 'waiting' || state === 'failed')
      return <WaitingView isLong={context.patience !== 'fresh'} email={user.email} />;
    return offer();
  };
  return <div ref={place}>{content()}</div>;
}
