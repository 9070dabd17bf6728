import { Link } from 'react-router';
import type { Purchases } from '../../../session/payments.ts';
import { useKnownUser } from '../../../session/use-known-user.ts';
import { useTranslation } from '../../../translation.tsx';
import { price } from '../../plan/prices.ts';
import { accessEnd, lifetimeYear } from '../access-end.ts';
import { heldPlans, refundablePayments, shownPlans, type HeldPlan } from './held-plans.ts';
import { Invoices } from './Invoices.tsx';
import { PlanSummary } from './PlanSummary.tsx';
import { RefundOffer } from './RefundOffer.tsx';
import type { KnownPurchases } from '../use-purchases.ts';

interface Props {
  readonly purchases: Purchases;
  /** Brings them up to date. */
  readonly known: Pick<KnownPurchases, 'look' | 'reload'>;
}

/** The plans of the user with what can be done about them, and what was paid. */
export function PlanDetails({ purchases, known }: Props) {
  const held = heldPlans(purchases);
  return (
    <>
      {shownPlans(purchases).map((each) => (
        <PlanSummary key={each.id} held={each} plans={purchases.plans} purchases={known} />
      ))}
      {refundablePayments(purchases).map((payment) => (
        <RefundOffer
          key={payment.id}
          payment={payment}
          left={held.find(({ plan }) => plan !== payment.plan)}
          purchases={known}
        />
      ))}
      {held.length === 0 ? <NoPlan /> : held.every(isRunning) && <LifetimeOffer plans={purchases.plans} />}
      <Invoices payments={purchases.payments} />
    </>
  );
}

/** Whoever has no plan and can open the profile has access for another reason. */
function NoPlan() {
  const { t, locale } = useTranslation('cabinet');
  const accessTo = useKnownUser()?.accessTo;
  const hasEnd = accessTo && accessTo.getUTCFullYear() < lifetimeYear;
  return (
    <p>
      {t('profile.plan.none')} {hasEnd && t('profile.plan.none_until', { date: accessEnd(accessTo, locale) })}
    </p>
  );
}

/** Lifetime is sold over a subscription that is paid. */
function isRunning(held: HeldPlan): boolean {
  return held.kind === 'subscription' && held.subscription.status === 'active';
}

function LifetimeOffer({ plans }: { readonly plans: Purchases['plans'] }) {
  const { t, locale } = useTranslation('cabinet');
  const lifetime = plans.find(({ id }) => id === 'lifetime');
  if (!lifetime) return null;
  return (
    <p>
      {t('profile.plan.lifetime_offer')}{' '}
      <Link to="/cabinet/payment#lifetime">{t('profile.plan.lifetime_link', { price: price(lifetime, locale) })}</Link>
    </p>
  );
}
