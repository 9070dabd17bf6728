import { useEffect } from 'react';
import { reloadIfReachable } from '../../app/reload.ts';
import type { CurrentUser } from '../../session/account.ts';
import { hasAccess } from '../../session/has-access.ts';
import { useKnownUser } from '../../session/use-known-user.ts';
import { PageError } from '../PageError.tsx';
import { PaidView } from './payment/PaidView.tsx';
import { PaymentSkeleton } from './payment/PaymentSkeleton.tsx';
import { Stand } from './payment/Stand.tsx';
import { standingOf, type Standing } from './payment/standing.ts';
import { useFollow } from './payment/use-follow.ts';
import { useHeadingFocus } from './payment/use-heading-focus.ts';
import { usePayment } from './payment/use-payment.ts';
import { WaitingView } from './payment/WaitingView.tsx';
import { usePurchases } from './use-purchases.ts';
import { useWhenSeen } from './use-when-seen.ts';

/** CABINET_PAYMENT: the plans and the way to Stripe's page, what became of a payment, or what a member has already. */
export function PaymentPage() {
  const user = useKnownUser();
  if (user === null) return <PageError onRetry={reloadIfReachable} />;
  return <Payment key={user.id} user={user} />;
}

function Payment({ user }: { readonly user: CurrentUser }) {
  const known = usePurchases();
  const { look } = known;
  const purchases = known.state.kind === 'loaded' ? known.state.purchases : null;
  const failed = known.state.kind === 'failed';
  const { state, context, buy } = usePayment(look);
  const standing = purchases && standingOf(user, purchases);
  const isOffer = state === 'choosing' || state === 'starting' || state === 'redirected';
  const view = isOffer ? (viewOf(standing) ?? (failed ? 'unreachable' : 'loading')) : state;
  const place = useHeadingFocus(view === 'failed' ? 'waiting' : view);
  useFollow(state, context.problem);
  useWhenSeen(look, isOffer);
  const wantsPurchases = isOffer || state === 'checking';
  useEffect(() => {
    if (wantsPurchases) void look();
  }, [wantsPurchases, look]);

  const offer = () => {
    if (failed) return <PageError onRetry={look} />;
    if (!isOffer || !purchases || !standing) return <PaymentSkeleton ofMember={hasAccess(user.accessTo)} />;
    const buying = { ...context, busy: state !== 'choosing', buy };
    return <Stand standing={standing} purchases={purchases} buying={buying} known={known} />;
  };
  const content = () => {
    if (state === 'paid' && context.report) return <PaidView report={context.report} email={user.email} />;
    if (state === 'waiting' || state === 'failed')
      return <WaitingView isLong={context.patience !== 'fresh'} email={user.email} />;
    return offer();
  };
  return <div ref={place}>{content()}</div>;
}

/** What takes another's place on the screen; a button that has done its work leaves the focus to the heading. */
function viewOf(standing: Standing | null): string | null {
  if (standing?.kind !== 'on_hold') return standing && standing.kind;
  return standing.subscription?.canCancel ? 'on_hold, renewing' : 'on_hold';
}
